import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Clock } from '@parapet/chassis';
import {
  canonicalJson,
  type ObservationRecorded,
  positionText,
  type Recorded,
} from '@parapet/contracts';
import { done, type Outcome, Projection, retry } from '@parapet/eventlog';
import { type Change, type Collection, ReadModel } from '@parapet/readmodel';
import { REPAIR_GROUP } from './repair-goals';
import { ObservationExpiry } from './observation-expiry';
import { ObservationRepair } from './observation-repair';
import { type ObservationDocument, observations } from './observation.collection';
import { bringUp, type Copies, type Copy, type Stored, STORED_FIELDS } from './place-observation';
import { ripe } from './repair-lag';

type Observed = Recorded<ObservationRecorded>;

/**
 * The repairer: finds what a crash left without a document. It looks every batch up in one query and writes only what is
 * missing or older. Live it stays behind those who write; until the end asked at the start it hurries.
 */
@Controller()
export class ObservationProjection {
  private readonly collection: Collection<ObservationDocument>;

  constructor(
    private readonly store: ReadModel,
    private readonly clock: Clock,
    private readonly repair: ObservationRepair,
    private readonly expiry: ObservationExpiry,
  ) {
    this.collection = observations(expiry.retentionMs);
  }

  @Projection('observations', REPAIR_GROUP)
  async apply(@Payload() records: readonly Observed[]): Promise<readonly Outcome[]> {
    const now = this.clock.now();
    const { count, afterMs } = this.repair.done
      ? ripe(records, now)
      : { count: records.length, afterMs: 0 };
    const expired = await this.expiry.latest();
    const alive = records
      .slice(0, count)
      .filter((r) => Date.parse(r.event.data.received_at) > expired);
    if (alive.length > 0) await this.repairAll(alive);
    return records.map((_, i) => (i < count ? done : retry(afterMs)));
  }

  private async repairAll(records: readonly Observed[]): Promise<void> {
    const byId = Map.groupBy(records, (r) => r.event.data.observation_id);
    const found = await this.store.getMany(this.collection, [...byId.keys()], STORED_FIELDS);
    const changes: Change<ObservationDocument>[] = [];
    for (const [id, its] of byId) {
      const stored = found.get(id);
      if (its.some((r) => isNews(r, stored))) changes.push(...bringUp(stored, copiesIn(its)));
    }
    if (changes.length === 0) return;
    changes.sort((a, b) => (a.id < b.id ? -1 : 1));
    const written = await this.store.write(this.collection, changes);
    const late = changes.filter((c, i) => c.min && written[i] === 'unchanged');
    if (late.length > 0) await this.store.write(this.collection, late.map(onlyReceivedAt));
  }
}

const isNews = ({ position, event }: Observed, stored: Stored | undefined): boolean =>
  !stored || stored.offset < position.offset || stored.received_at > event.data.received_at;

/** Another writer inserted newer content between the look-up and the write: the time of receipt still counts. */
const onlyReceivedAt = ({ id, min }: Change<ObservationDocument>): Change<ObservationDocument> => ({
  id,
  ...(min && { min }),
});

function copiesIn(records: readonly Observed[]): Copies {
  const [first, ...rest] = records.map(copyIn);
  if (!first) throw new Error('a group has at least one record');
  return [first, ...rest];
}

const copyIn = ({ position, event: { data } }: Observed): Copy => ({
  id: data.observation_id,
  agentId: data.agent.id,
  at: data.at,
  receivedAt: data.received_at,
  body: data.body,
  metadataJson: canonicalJson(data.body.metadata),
  position: positionText(position),
  offset: position.offset,
});
