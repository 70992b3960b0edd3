import type { RawRecord, Topic } from '@parapet/contracts';
import type { DeliveryHouse } from '../delivery/delivery-options';
import { TopicFollower } from '../delivery/topic-follower';
import type { Offsets } from '../event-log';
import type { KafkaReader } from './kafka-reader';

/** A follower that gives its readers back when it is closed. */
export class KafkaFollower extends TopicFollower {
  private readonly listeners: (() => void)[] = [];
  private closed: Promise<void> | undefined;

  constructor(
    private readonly from: { readonly topic: Topic; readonly readers: readonly KafkaReader[] },
    ends: () => Promise<Offsets>,
    apply: (record: RawRecord) => void,
    house: DeliveryHouse,
  ) {
    super(from, ends, apply, house);
  }

  onClosed(listener: () => void): void {
    this.listeners.push(listener);
  }

  override close(): Promise<void> {
    this.closed ??= this.shut();
    return this.closed;
  }

  private async shut(): Promise<void> {
    await super.close();
    for (const reader of this.from.readers) reader.close();
    for (const listener of this.listeners) listener();
  }
}
