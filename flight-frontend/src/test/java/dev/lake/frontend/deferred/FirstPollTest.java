package dev.lake.frontend.deferred;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lake.protocol.QueryId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("I10: a query whose handle reached nobody is given up")
class FirstPollTest {
  private static final QueryId QUERY = QueryId.random();

  private final List<QueryId> givenUp = new ArrayList<>();

  @Test
  void itIsGivenUpOnceWhicheverComesFirst() {
    FirstPoll goneBefore = new FirstPoll(true, givenUp::add);
    goneBefore.cancelled();
    assertThat(givenUp).isEmpty();
    goneBefore.submitted(QUERY);
    goneBefore.cancelled();
    assertThat(givenUp).containsExactly(QUERY);
    FirstPoll goneAfter = new FirstPoll(true, givenUp::add);
    goneAfter.submitted(QUERY);
    goneAfter.cancelled();
    assertThat(givenUp).containsExactly(QUERY, QUERY);
  }

  @Test
  void itGoesOnWhereASubmissionIdLeadsBackToIt() {
    FirstPoll poll = new FirstPoll(false, givenUp::add);
    poll.cancelled();
    poll.submitted(QUERY);
    assertThat(givenUp).isEmpty();
  }
}
