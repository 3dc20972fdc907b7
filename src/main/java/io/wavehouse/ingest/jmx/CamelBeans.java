package io.wavehouse.ingest.jmx;

import javax.management.JMException;
import javax.management.ObjectName;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.ManagementAgent;
import org.apache.camel.spi.ManagementStrategy;
import org.apache.camel.support.LifecycleStrategySupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Objects with Camel's management annotations, shown in its JMX domain as {@code
 * context=…,type=…,name="…"} for as long as the context runs. Nothing is shown with JMX off.
 *
 * <p><b>Failure semantics.</b> What cannot be shown costs a WARN and nothing else.
 */
public final class CamelBeans {
  private static final Logger LOG = LoggerFactory.getLogger(CamelBeans.class);
  private final CamelContext camel;

  public CamelBeans(CamelContext camel) {
    this.camel = camel;
  }

  /** Shows the bean when the context, which is yet to start, has started. */
  public void showFromStart(String type, String name, Object bean) {
    camel.addLifecycleStrategy(
        new LifecycleStrategySupport() {
          @Override
          public void onContextStarted(CamelContext started) {
            show(type, name, bean);
          }
        });
  }

  /** Shows the bean; does nothing when one of that name is there. */
  void show(String type, String name, Object bean) {
    change(
        type,
        name,
        (agent, objectName) -> {
          if (!agent.isRegistered(objectName)) {
            agent.register(bean, objectName);
          }
        });
  }

  /** Takes the bean away, if it is there. */
  void hide(String type, String name) {
    change(type, name, ManagementAgent::unregister);
  }

  private interface Step {
    void on(ManagementAgent agent, ObjectName name) throws JMException;
  }

  private void change(String type, String name, Step step) {
    ManagementStrategy management = camel.getManagementStrategy();
    ManagementAgent agent = management.getManagementAgent();
    if (agent == null) {
      return;
    }
    try {
      ObjectName context =
          management.getManagementObjectNameStrategy().getObjectNameForCamelContext(camel);
      step.on(
          agent,
          new ObjectName(
              "%s:context=%s,type=%s,name=%s"
                  .formatted(
                      context.getDomain(),
                      context.getKeyProperty("context"),
                      type,
                      ObjectName.quote(name))));
    } catch (JMException e) {
      LOG.warn("JMX cannot show {} {} as it is: {}", type, name, e.getMessage());
    }
  }
}
