package io.wavehouse.ingest.clickhouse;

import io.wavehouse.ingest.settings.ClickHouseSettings;
import io.wavehouse.ingest.tls.PemTls;
import java.io.IOException;
import java.security.GeneralSecurityException;
import org.apache.camel.component.http.HttpClientConfigurer;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * An HTTP client for which one request is one request. Apache's client repeats a 429 or 503 and
 * follows redirects by itself; ClickHouse closes connections idle for 3 s, so they are given up
 * earlier, or a reused one fails with an unknown outcome. It has a connection for each insert that
 * may run at once, so that none waits for another's.
 */
public final class OneRequestClient implements HttpClientConfigurer {
  private static final TimeValue IDLE = TimeValue.ofSeconds(2);
  private final ClickHouseSettings connection;
  private final int connections;

  /**
   * @param connections at once
   */
  public OneRequestClient(ClickHouseSettings connection, int connections) {
    this.connection = connection;
    this.connections = connections;
  }

  @Override
  public void configureHttpClient(HttpClientBuilder client) {
    Timeout answer = Timeout.of(connection.requestTimeout());
    client
        .setConnectionManager(connections().build())
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

  private PoolingHttpClientConnectionManagerBuilder connections() {
    PoolingHttpClientConnectionManagerBuilder pool =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setMaxConnPerRoute(connections)
            .setMaxConnTotal(connections)
            .setDefaultConnectionConfig(
                ConnectionConfig.custom()
                    .setConnectTimeout(Timeout.of(connection.connectTimeout()))
                    .setSocketTimeout(Timeout.of(connection.requestTimeout()))
                    .build());
    if (connection.tls().custom()) {
      try {
        pool.setTlsSocketStrategy(new DefaultClientTlsStrategy(PemTls.context(connection.tls())));
      } catch (IOException | GeneralSecurityException e) {
        throw new IllegalStateException(
            "certificates for " + connection.url() + " cannot be used: " + e.getMessage(), e);
      }
    }
    return pool;
  }
}
