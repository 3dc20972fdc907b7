package io.wavehouse.ingest.jetstream;

import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Endpoint;
import org.apache.camel.component.nats.NatsComponent;
import org.apache.camel.component.nats.NatsConfiguration;
import org.apache.camel.spi.annotations.Component;
import org.apache.camel.support.DefaultHeaderFilterStrategy;

/** camel-nats with a pull consumer that acknowledges by hand. */
@Component("nats-jetstream")
public class JetStreamComponent extends NatsComponent {
  private final AtomicInteger consumers = new AtomicInteger();

  /** A consumer takes its share of what may be in hand. */
  void started() {
    consumers.incrementAndGet();
  }

  /** And gives it back to the others. */
  void stopped() {
    consumers.decrementAndGet();
  }

  /** One consumer's part, so that no tenant's waiting rows use another's room. */
  long share(long bytes) {
    return bytes / Math.max(1, consumers.get());
  }

  @Override
  protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
      throws Exception {
    NatsConfiguration configuration = new NatsConfiguration();
    configuration.setHeaderFilterStrategy(
        getHeaderFilterStrategy() == null ? new NoCamelHeaders() : getHeaderFilterStrategy());
    configuration.setTopic(remaining);
    configuration.setServers(getServers());
    configuration.setVerbose(isVerbose());
    configuration.setMaxReconnectAttempts(-1);
    configuration.setSslContextParameters(retrieveGlobalSslContextParameters());
    JetStreamEndpoint endpoint = new JetStreamEndpoint(uri, this, configuration);
    setProperties(endpoint, parameters);
    return endpoint;
  }

  /** Camel's own headers neither leave, nor come in from a publisher who would steer a route. */
  private static final class NoCamelHeaders extends DefaultHeaderFilterStrategy {
    NoCamelHeaders() {
      setLowerCase(true);
      setOutFilterStartsWith(CAMEL_FILTER_STARTS_WITH);
      setInFilterStartsWith(CAMEL_FILTER_STARTS_WITH);
    }
  }
}
