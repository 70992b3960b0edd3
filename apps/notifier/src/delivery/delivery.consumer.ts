import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { type Span, Tracing } from '@parapet/chassis';
import {
  type DeliveryPlanned,
  type EventToAppend,
  type IssueEvent,
  positionText,
  type Recorded,
  toAppend,
} from '@parapet/contracts';
import {
  appendInFull,
  type BatchInfo,
  done,
  EventLog,
  type Outcome,
  Reactor,
  retry,
} from '@parapet/eventlog';
import { DeliveryPlans } from './delivery-plans';
import { KnownTransitions } from './known-transitions';
import type { Transition } from './transition.collection';

/** How long a batch waits for its transitions before it lets its partition go and comes again. */
const WAIT_MS = 1_000;
const AGAIN_MS = 100;
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
  async plan(
    @Payload() records: readonly Recorded<IssueEvent>[],
    @Ctx() batch: BatchInfo,
  ): Promise<readonly Outcome[]> {
    const transitions = await this.transitions.of(records, WAIT_MS);
    if (!transitions) return records.map(() => retry(AGAIN_MS));
    await this.plans.seeAllWebhooks();
    const ends: (() => void)[] = [];
    await appendInFull(this.log, 'deliveries', this.planned(records, transitions, ends), batch);
    for (const end of ends) end();
    return records.map(() => done);
  }

  /** Each is made as it is taken: all of a batch, many issues times many webhooks, can be more than there is memory for. */
  private *planned(
    records: readonly Recorded<IssueEvent>[],
    transitions: ReadonlyMap<string, Transition>,
    ends: (() => void)[],
  ): Generator<EventToAppend> {
    for (const { position, event } of records) {
      const transition = transitions.get(positionText(position));
      if (!transition) continue;
      const plans = this.plans.of(transition, position, event.id);
      const shown = this.tracing.isOn ? this.traced(plans, event, ends) : plans;
      for (const plan of shown) yield toAppend(plan.data.webhook_id, plan);
    }
  }

  /** The plans, as part of the trace of what they tell of. @param ends gets what is to be called when they are in the log */
  private *traced(
    plans: Iterable<DeliveryPlanned>,
    { traceparent: parent, data: { issue_id } }: IssueEvent,
    ends: (() => void)[],
  ): Generator<DeliveryPlanned> {
    if (parent === undefined) {
      yield* plans;
      return;
    }
    let span: Span | undefined;
    let deliveries = 0;
    for (const plan of plans) {
      span ??= this.begin(parent, issue_id);
      deliveries += 1;
      yield { ...plan, traceparent: span.traceparent };
    }
    ends.push(() => span?.end({ 'parapet.deliveries': deliveries }));
  }

  private begin(parent: string, issueId: string): Span {
    return this.tracing.begin('process issues', {
      ...{ kind: 'consumer', parent },
      facts: {
        'messaging.operation.name': 'process',
        'messaging.operation.type': 'process',
        'messaging.destination.name': 'issues',
        'messaging.consumer.group.name': 'notifier.planner',
        'parapet.issue.id': issueId,
      },
    });
  }
}
