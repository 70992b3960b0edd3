import { Unavailable } from '@parapet/contracts';
import type Cluster from 'kafkajs/src/cluster';
import type { AppendPart } from './append-part';
import type { KafkaConnection } from './kafka-options';
import { Lane } from './lane';
import type { Leading } from './leading';
import type { Names } from './names';
import { within } from './within';

/** How long anybody waits to hear who leads now. */
const LOOK_MS = 3_000;

/** What lanes share. */
export interface LanesHouse {
  readonly where: KafkaConnection;
  readonly names: Names;
  readonly leading: Leading;
}

/** What lanes tell. */
export interface LanesEars {
  readonly onDoubt: () => void;
  /** A broker is away, why; or undefined when it answers again. */
  readonly onChange: (broker: string, away: string | undefined) => void;
  /** No broker takes what is appended. */
  readonly onSilence: (away: string) => void;
}

/** The ways of appends to the brokers: one to each, and one more to where replicas of a partition are late. */
export class Lanes {
  private readonly open = new Map<string, Lane>();
  private closed = false;

  constructor(
    private readonly house: LanesHouse,
    private readonly ears: LanesEars,
  ) {}

  /** The lane to the broker that leads a partition, `alone` when nothing else may have to wait for it. @throws Unavailable */
  async to({ topic, partition }: AppendPart, alone?: string): Promise<Lane> {
    const node = await this.house.leading.of(this.house.names.topic(topic), partition);
    if (this.closed) throw new Unavailable('the log is closed');
    const key = [node.nodeId, addressOf(node), alone].join(' ');
    const lane = this.open.get(key) ?? this.laneTo(node);
    this.open.set(key, lane);
    return lane;
  }

  /** What was told of a partition does not hold any more. Asks who leads now: the lane that has told it so, or another that answers. */
  async moved(given: Lane | undefined): Promise<void> {
    this.ears.onDoubt();
    await this.look(given);
  }

  /** Whether none of the brokers that lead something takes what is appended: of one that nobody has appended to yet that is not known. */
  get areAway(): boolean {
    const lanes = [...this.open.values()];
    if (lanes.length === 0 || !lanes.every((lane) => lane.isAway)) return false;
    const tried = new Set(lanes.map(({ node }) => node.nodeId));
    return this.house.leading.leaders.every(({ nodeId }) => tried.has(nodeId));
  }

  /** Nothing goes `alone` any more under that name. */
  join(alone: string): void {
    this.end((key) => key.endsWith(` ${alone}`));
  }

  close(): void {
    this.closed = true;
    this.end(() => true);
  }

  private async look(given?: Lane): Promise<void> {
    const well = [given, ...this.open.values()].find((lane) => lane?.isAway === false);
    const asked = this.house.leading.look(well?.link);
    await within(LOOK_MS, 'a look', asked).catch(() => undefined);
    // A broker that is gone for good need not be asked again.
    this.end((_, lane) => !this.house.leading.knows(lane.node));
  }

  private end(which: (key: string, lane: Lane) => boolean): void {
    for (const [key, lane] of this.open)
      if (which(key, lane)) {
        this.open.delete(key);
        lane.close();
      }
  }

  private laneTo(node: Cluster.Node): Lane {
    const { where, names } = this.house;
    const broker = addressOf(node);
    return new Lane(node, { ...where, brokers: [broker], only: true }, names, {
      onDoubt: this.ears.onDoubt,
      onProbe: () => void this.look(),
      onChange: (away) => {
        this.ears.onChange(broker, away);
        if (away === undefined) this.ears.onDoubt();
        else if (this.areAway) this.ears.onSilence(away);
      },
    });
  }
}

const addressOf = ({ host, port }: Cluster.Node): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
