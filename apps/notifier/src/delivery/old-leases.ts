import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@parapet/chassis';
import { isoTime } from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';
import { collection, ReadModel } from '@parapet/readmodel';
import { Alarm } from './alarm';
import { LEASE_MS } from './delivery-leases';

interface SeenGeneration {
  readonly id: string;
  /** When a sender first saw it. */
  readonly seen_at: string;
}

/** When generations of the documents began, for all senders alike. Not from the log: a rebuild leaves it alone. */
const SEEN_GENERATIONS = collection<SeenGeneration>({
  name: 'notifier_generations',
  indexes: [],
  kind: 'kept',
});

const LOOK_MS = 250;

/**
 * Leases lie in the documents and are not from the log: a new generation knows none. What was claimed from the one before may be in
 * flight, in any process, until its lease ends: before that nobody may claim it again.
 */
@Injectable()
export class OldLeases implements OnModuleInit {
  constructor(
    private readonly log: EventLog,
    private readonly store: ReadModel,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.store.declare(SEEN_GENERATIONS);
  }

  /**
   * Resolves one lease after this generation was first seen by any sender, or when told to stop. At once where documents know no
   * generations (they are dropped only when nothing runs), and where nothing was ever planned. A clock that went ahead when it was seen,
   * or is set back meanwhile, makes nobody wait for more than a lease. @throws Unavailable
   */
  async over(generation: string, stop: AbortSignal): Promise<void> {
    if (!this.store.generations) return;
    const seenAt = await this.seenAt(generation);
    if (!(await this.log.ends('deliveries')).some((planned) => planned > 0)) return;
    const alarm = new Alarm();
    const ring = (): void => alarm.ring();
    stop.addEventListener('abort', ring);
    for (let end = Infinity; !stop.aborted;) {
      const now = this.clock.now();
      end = Math.min(end, Math.min(seenAt, now) + LEASE_MS);
      if (now >= end) break;
      await alarm.sleep(Math.min(LOOK_MS, end - now));
    }
    stop.removeEventListener('abort', ring);
  }

  private async seenAt(generation: string): Promise<number> {
    const now = isoTime(this.clock.now());
    await this.store.insert(SEEN_GENERATIONS, [{ id: generation, seen_at: now }]);
    const first = await this.store.get(SEEN_GENERATIONS, generation);
    return Date.parse(first?.seen_at ?? now);
  }
}
