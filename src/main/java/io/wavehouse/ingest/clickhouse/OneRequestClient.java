package io.wavehouse.ingest.clickhouse;

import io.wavehouse.ingest.settings.ClickHouseSettings;
import org.apache.camel.component.http.HttpClientConfigurer;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * An HTTP client for which one request is one request. Apache's client repeats a 429 or 503 and
 * follows redirects by itself; ClickHouse closes connections idle for 3 s, so they are given up
 * earlier, or a reused one fails with an unknown outcome.
 */
public final class OneRequestClient implements HttpClientConfigurer {
  private static final TimeValue IDLE = TimeValue.ofSeconds(2);
  private final ClickHouseSettings connection;

  public OneRequestClient(ClickHouseSettings connection) {
    this.connection = connection;
  }

  @Override
  public void configureHttpClient(HttpClientBuilder client) {
    Timeout answer = Timeout.of(connection.requestTimeout());
    client
        .disableAutomaticRetries()
        .disableRedirectHandling()
        .disableCookieManagement()
        .evictIdleConnections(IDLE)
        .setDefaultRequestConfig(
            RequestConfig.custom()
                .setResponseTimeout(answer)
                .setConnectionRequestTimeout(answer)
                .build());
  }
}
