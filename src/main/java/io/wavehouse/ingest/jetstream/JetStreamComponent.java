package io.wavehouse.ingest.jetstream;

import java.util.Map;
import org.apache.camel.Endpoint;
import org.apache.camel.component.nats.NatsComponent;
import org.apache.camel.component.nats.NatsConfiguration;
import org.apache.camel.spi.annotations.Component;

/** camel-nats with a pull consumer that acknowledges by hand. */
@Component("nats-jetstream")
public class JetStreamComponent extends NatsComponent {
  @Override
  protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters)
      throws Exception {
    NatsConfiguration configuration = new NatsConfiguration();
    if (getHeaderFilterStrategy() != null) {
      configuration.setHeaderFilterStrategy(getHeaderFilterStrategy());
    }
    configuration.setTopic(remaining);
    configuration.setServers(getServers());
    configuration.setVerbose(isVerbose());
    configuration.setMaxReconnectAttempts(-1);
    configuration.setSslContextParameters(retrieveGlobalSslContextParameters());
    JetStreamEndpoint endpoint = new JetStreamEndpoint(uri, this, configuration);
    setProperties(endpoint, parameters);
    return endpoint;
  }
}
