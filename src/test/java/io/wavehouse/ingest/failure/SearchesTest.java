package io.wavehouse.ingest.failure;

import static org.assertj.core.api.Assertions.assertThat;

import io.wavehouse.ingest.backoff.Scope;
import org.junit.jupiter.api.Test;

class SearchesTest {
  private static final Scope POOL = Scope.pool("user@http://a:8123/default");
  private static final Scope OTHER = Scope.pool("user@http://b:8123/default");
  private final Searches searches = new Searches(2);

  @Test
  void aTableIsSearchedOnceAtATime() {
    assertThat(searches.begin(POOL, "t")).isTrue();
    assertThat(searches.begin(POOL, "t")).isFalse();
    searches.end(POOL, "t");
    assertThat(searches.begin(POOL, "t")).isTrue();
  }

  @Test
  void aPoolHasNoMoreThanItsShareAndAnotherHasItsOwn() {
    assertThat(searches.begin(POOL, "a")).isTrue();
    assertThat(searches.begin(POOL, "b")).isTrue();
    assertThat(searches.begin(POOL, "c")).isFalse();
    assertThat(searches.begin(OTHER, "a")).isTrue();
    searches.end(POOL, "a");
    assertThat(searches.begin(POOL, "c")).isTrue();
  }
}
