package io.wavehouse.ingest.clickhouse;

import java.time.Duration;
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
  private final Duration requestTimeout;

  public OneRequestClient(Duration requestTimeout) {
    this.requestTimeout = requestTimeout;
  }

  @Override
  public void configureHttpClient(HttpClientBuilder client) {
    client
        .disableAutomaticRetries()
        .disableRedirectHandling()
        .disableCookieManagement()
        .evictIdleConnections(IDLE)
        .setDefaultRequestConfig(
            RequestConfig.custom()
                .setResponseTimeout(Timeout.ofMilliseconds(requestTimeout.toMillis()))
                .setConnectionRequestTimeout(Timeout.ofMilliseconds(requestTimeout.toMillis()))
                .build());
  }
}
