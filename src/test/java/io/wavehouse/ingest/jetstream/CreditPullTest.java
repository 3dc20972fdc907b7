package io.wavehouse.ingest.jetstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.JetStreamSubscription;
import io.nats.client.Message;
import io.nats.client.PullRequestOptions;
import io.nats.client.impl.NatsMessage;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class CreditPullTest {
  private static final Duration NO_TIME = Duration.ZERO;
  private static final long BYTES = 100_000;
  private static final PullLimits LIMITS = new PullLimits(100, BYTES, Duration.ofDays(1));

  private final List<PullRequestOptions> asked = new ArrayList<>();
  private final Deque<Message> onTheWay = new ArrayDeque<>();
  private final CreditPull pull = new CreditPull(subscription(), LIMITS);

  @Test
  void aRequestThatHasNoBytesLeftForOneMoreRowIsRenewedThoughItsRowsAreNotThere() throws Exception {
    take(10, 10_000);
    assertThat(asked).as("one more row might have fitted").hasSize(1);

    take(1, 10_000);
    assertThat(asked).hasSize(2);
    assertThat(asked.get(1).getBatchSize()).isEqualTo(100);
    assertThat(asked.get(1).getMaxBytes()).isEqualTo(BYTES);
  }

  @Test
  void eachRequestHasItsBytesToItself() throws Exception {
    take(40, 10_000);

    assertThat(asked).as("one for the bytes of nine or ten rows").hasSizeBetween(4, 5);
  }

  @Test
  void smallRowsAreAskedForAgainWhenHalfHaveCome() throws Exception {
    take(50, 100);
    assertThat(asked).hasSize(1);

    take(1, 100);
    assertThat(asked).hasSize(2);
    assertThat(asked.get(1).getBatchSize()).isEqualTo(50);
  }

  private void take(int rows, int size) throws InterruptedException {
    for (int i = 0; i < rows; i++) {
      Message message = message(size);
      onTheWay.add(message);
      assertThat(pull.next(NO_TIME)).isSameAs(message);
    }
  }

  /** A message that counts with so many bytes, subject and reply included. */
  private static Message message(int size) {
    String subject = "ingest.t";
    String reply = "$JS.ACK.S.d.1.1.1.1.0";
    int payload = size - subject.length() - reply.length();
    Message message = new NatsMessage(subject, reply, new byte[payload]);
    assertThat(message.consumeByteCount()).isEqualTo(size);
    return message;
  }

  private JetStreamSubscription subscription() {
    return (JetStreamSubscription)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {JetStreamSubscription.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "pull" -> {
                    asked.add((PullRequestOptions) arguments[0]);
                    yield null;
                  }
                  case "nextMessage" -> onTheWay.poll();
                  default -> throw new UnsupportedOperationException(method.toString());
                });
  }
}
