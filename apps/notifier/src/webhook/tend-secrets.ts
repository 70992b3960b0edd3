import { Injectable, Logger } from '@nestjs/common';
import { type BackgroundWork, Clock } from '@parapet/chassis';
import {
  BelievedTime,
  type EventToAppend,
  inStep,
  isoTime,
  type Origin,
  toAppend,
  Unavailable,
  type Webhook,
  type WebhookSecretEvent,
} from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';
import { Alarm } from '../delivery/alarm';
import { ownFact } from '../delivery/own-fact';
import { resealWebhook, toReseal } from './reseal-webhook';
import { promoteSecret, promotionIsDue } from './rotate-secret';
import { SealReport } from './seal-report';
import { SealBroken, SecretBox } from './secret-box';
import { WebhookTable } from './webhook-table';

const LOOK_MS = 1_000;
const AT_ONCE = 100;

/**
 * Records what the house does about secrets by itself: promotes the staged ones whose time has come, and seals again what a former
 * key sealed. Every process tends all webhooks; of facts that race the first counts, and the others are void by their version.
 */
@Injectable()
export class TendSecrets implements BackgroundWork {
  readonly name = 'webhook secrets';
  private readonly log = new Logger('webhook secrets');
  private readonly alarm = new Alarm();
  private readonly stopped = new AbortController();
  private readonly report: SealReport;
  /** By a clock that is ahead for a moment a secret would be promoted for ever. */
  private readonly time: BelievedTime;
  private running: Promise<void> | undefined;

  constructor(
    private readonly events: EventLog,
    private readonly webhooks: WebhookTable,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {
    this.report = new SealReport(box);
    this.time = new BelievedTime(clock, -Infinity);
  }

  async start(): Promise<void> {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    this.alarm.ring();
    await this.running;
  }

  private async run(): Promise<void> {
    let known = false;
    while (!this.stopped.signal.aborted) {
      try {
        if (!known) await this.webhooks.caughtUp();
        known = true;
        await this.tend();
        this.report.tell(this.webhooks.values());
      } catch (error) {
        if (!(error instanceof Unavailable)) this.log.error(error);
      }
      await this.alarm.sleep(inStep(LOOK_MS));
    }
  }

  /** Until nothing is left to record. Looks again before it appends, and after: somebody else may have been faster. */
  private async tend(): Promise<void> {
    while (this.due().length > 0 && !this.stopped.signal.aborted) {
      await this.webhooks.caughtUp();
      const facts = this.due();
      if (facts.length > 0) await this.events.append('webhooks', facts);
      await this.webhooks.caughtUp();
    }
  }

  private due(): EventToAppend[] {
    const believed = this.time.get();
    const facts: EventToAppend[] = [];
    for (const webhook of this.webhooks.values()) {
      const fact = this.factOf(webhook, believed);
      if (fact) facts.push(toAppend(webhook.id, fact));
      if (facts.length === AT_ONCE) break;
    }
    return facts;
  }

  private factOf(webhook: Webhook, believed: number | null): WebhookSecretEvent | null {
    if (believed !== null && promotionIsDue(webhook, isoTime(believed)))
      return promoteSecret(webhook, this.origin(webhook));
    const former = toReseal(webhook, this.box, this.clock.now());
    if (former.length === 0) return null;
    try {
      return resealWebhook(webhook, former, this.box, this.origin(webhook));
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      this.report.cannotOpen(webhook, error.message);
      return null;
    }
  }

  private origin({ id }: Webhook): Origin {
    return ownFact(this.clock, id);
  }
}
