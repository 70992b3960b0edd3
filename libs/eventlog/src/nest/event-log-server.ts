import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import type { Topic } from '@parapet/contracts';
import { lastValueFrom } from 'rxjs';
import type { EventLog, Offsets, Progress, Subscription } from '../event-log';
import { EVENT_LOG_TRANSPORT, type ConsumerSpec } from './consumer.decorators';
import { type ConsumerProgress, ConsumerState } from './consumer-progress';
import { type CallHandler, servedConsumer } from './served-consumer';

export interface EventLogServerOptions {
  /** Where the progress of projections lives; reactors use the log's own groups. */
  readonly progressOf: (group: string, topic: Topic) => Progress;
  /** Which consumers run. Default: all. A rebuild runs projections only. */
  readonly kinds?: readonly ConsumerSpec['kind'][];
  /** Records per batch, at most. */
  readonly batch?: number;
  /** See `ConsumeOptions.beside`: a rebuild beside a running house. */
  readonly beside?: true;
}

/** Runs the methods marked `@Projection` and `@Reactor` as consumers of the log. */
export class EventLogServer extends Server implements CustomTransportStrategy {
  override transportId = EVENT_LOG_TRANSPORT;
  override readonly propagatesEventHandlerErrors = true;
  private readonly consumers: ConsumerState[] = [];
  private readonly subscriptions: Subscription[] = [];

  constructor(
    private readonly log: EventLog,
    private readonly options: EventLogServerOptions,
  ) {
    super();
  }

  /** @throws Error when two handlers share a topic and a group: each would see half of the records. */
  listen(callback: () => void): void {
    for (const handler of this.messageHandlers.values()) this.start(handler);
    callback();
  }

  /** Finishes the batches in hand and stores their progress. */
  async close(): Promise<void> {
    await Promise.all(this.subscriptions.splice(0).map((s) => s.close()));
    for (const consumer of this.consumers) consumer.close();
  }

  /**
   * Resolves when every consumer has handled everything that is in the log now and, transitively, what that made them
   * append. Waits as long as a record is being retried.
   * @throws Error when the consumers are closed before that.
   */
  async idle(): Promise<void> {
    let before = await this.ends();
    for (;;) {
      const target = before;
      await Promise.all(this.consumers.map((c) => c.until(target.get(c.topic) ?? [])));
      // All had handled all of `target`: if nothing was appended meanwhile, nobody has anything left to append.
      before = await this.ends();
      if (sameEnds(before, target)) return;
    }
  }

  /** Every consumer there is, whether this process runs it or not. */
  specs(): readonly ConsumerSpec[] {
    return [...this.messageHandlers.values()].map(({ extras }) => extras as ConsumerSpec);
  }

  /** How far each consumer is. */
  async progress(): Promise<readonly ConsumerProgress[]> {
    const ends = await this.ends();
    return this.consumers.map((c) => c.progress(ends.get(c.topic) ?? []));
  }

  /** The log tells nothing by events. */
  on(): void {}

  unwrap<T>(): T {
    return this.log as T;
  }

  private start(handler: MessageHandler): void {
    const spec = handler.extras as ConsumerSpec;
    const { kind, topic, group, restMs } = spec;
    if (handler.next) throw new Error(`two handlers consume topic ${topic} as group ${group}`);
    if (!(this.options.kinds ?? [kind]).includes(kind)) return;
    const state = new ConsumerState(group, topic);
    this.consumers.push(state);
    const { batch, progressOf, beside } = this.options;
    this.subscriptions.push(
      this.log.consume(topic, group, servedConsumer(handler, this.call, spec), {
        ...(batch !== undefined && { batch }),
        ...(beside !== undefined && { beside }),
        ...(restMs !== undefined && { restMs }),
        ...(kind === 'projection' && { progress: progressOf(group, topic) }),
        onProgress: (partition, next) => state.reached(partition, next),
      }),
    );
  }

  private readonly call: CallHandler = async (handler, records, info) =>
    lastValueFrom(this.transformToObservable(await handler(records, info)), {
      defaultValue: undefined,
    });

  private async ends(): Promise<ReadonlyMap<Topic, Offsets>> {
    const topics = [...new Set(this.consumers.map((c) => c.topic))];
    const ends = await Promise.all(topics.map((topic) => this.log.ends(topic)));
    return new Map(topics.map((topic, i) => [topic, ends[i] ?? []]));
  }
}

const sameEnds = (a: ReadonlyMap<Topic, Offsets>, b: ReadonlyMap<Topic, Offsets>): boolean =>
  [...a].every(([topic, ends]) => ends.every((end, p) => end === b.get(topic)?.[p]));
