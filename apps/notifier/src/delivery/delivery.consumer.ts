import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type Span, Tracing } from '@parapet/chassis';
import {
  type DeliveryPlanned,
  type IssueEvent,
  positionText,
  type Recorded,
  toAppend,
} from '@parapet/contracts';
import { done, EventLog, type Outcome, Reactor, retry } from '@parapet/eventlog';
import { DeliveryPlans } from './delivery-plans';
import { KnownTransitions } from './known-transitions';

/** How long a batch waits for its transitions before it lets its partition go and comes again. */
const WAIT_MS = 1_000;
const AGAIN_MS = 100;
/** Many webhooks times many issues must still fit the bounded queue of the log. */
const APPEND_AT_MOST = 1_000;
/** Under load issues come by the hundreds a second: planned some dozens at a time, they share what each time costs. */
const REST_MS = 25;

/** Plans deliveries: issues and webhooks in, `DeliveryPlanned` out. Keeps no state: planning again plans the same. */
@Controller()
export class DeliveryConsumer {
  constructor(
    private readonly log: EventLog,
    private readonly transitions: KnownTransitions,
    private readonly plans: DeliveryPlans,
    private readonly tracing: Tracing,
  ) {}

  @Reactor('issues', 'notifier.planner', { restMs: REST_MS })
  async plan(@Payload() records: readonly Recorded<IssueEvent>[]): Promise<readonly Outcome[]> {
    const transitions = await this.transitions.of(records, WAIT_MS);
    if (!transitions) return records.map(() => retry(AGAIN_MS));
    await this.plans.seeAllWebhooks();
    const spans: Span[] = [];
    const planned = records.flatMap(({ position, event }) => {
      const transition = transitions.get(positionText(position));
      const plans = transition ? this.plans.of(transition, position, event.id) : [];
      return this.tracing.isOn ? this.traced(plans, event, spans) : plans;
    });
    const facts = planned.map((event) => toAppend(event.data.webhook_id, event));
    for (let i = 0; i < facts.length; i += APPEND_AT_MOST)
      await this.log.append('deliveries', facts.slice(i, i + APPEND_AT_MOST));
    for (const span of spans) span.end();
    return records.map(() => done);
  }

  /** The plans, as part of the trace of what they tell of. */
  private traced(
    plans: readonly DeliveryPlanned[],
    { traceparent: parent, data: { issue_id } }: IssueEvent,
    spans: Span[],
  ): readonly DeliveryPlanned[] {
    if (parent === undefined || plans.length === 0) return plans;
    const span = this.tracing.begin('process issues', {
      ...{ kind: 'consumer', parent },
      facts: {
        'messaging.operation.name': 'process',
        'messaging.operation.type': 'process',
        'messaging.destination.name': 'issues',
        'messaging.consumer.group.name': 'notifier.planner',
        ...{ 'parapet.issue.id': issue_id, 'parapet.deliveries': plans.length },
      },
    });
    spans.push(span);
    return plans.map((plan) => ({ ...plan, traceparent: span.traceparent }));
  }
}
