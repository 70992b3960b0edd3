import { Injectable } from '@nestjs/common';
import { Projections } from '@parapet/chassis';
import { type DeliveryEvent, type Position, toAppend, Unavailable } from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';
import { DeliveryMetrics } from '../health/delivery-metrics';

/** Appends what became of deliveries. The log groups concurrent calls into one write. */
@Injectable()
export class DeliveryFacts {
  constructor(
    private readonly log: EventLog,
    private readonly projections: Projections,
    private readonly metrics: DeliveryMetrics,
  ) {}

  /** Facts of one webhook. @throws Unavailable */
  async append(webhookId: string, events: readonly DeliveryEvent[]): Promise<readonly Position[]> {
    const facts = events.map((event) => toAppend(webhookId, event));
    const positions = await this.log.append('deliveries', facts);
    for (const event of events) this.metrics.recorded(event);
    return positions;
  }

  /**
   * Appends and waits until it can be read.
   * @returns false when that took longer than 5 s, or the store went away meanwhile. @throws Unavailable when nothing was appended
   */
  async appendAndProject(webhookId: string, events: readonly DeliveryEvent[]): Promise<boolean> {
    const last = (await this.append(webhookId, events)).at(-1);
    if (last === undefined) return true;
    return this.projected(last).catch((error: unknown) => {
      if (error instanceof Unavailable) return false;
      throw error;
    });
  }

  /** Waits until a fact can be read. @returns false when that took longer than 5 s. @throws Unavailable */
  projected({ partition, offset }: Position): Promise<boolean> {
    return this.projections.of('notifier.deliveries', 'deliveries').reached(partition, offset);
  }
}
