import type { Topic } from '@parapet/contracts';
import { AssignerProtocol } from 'kafkajs';
import type Cluster from 'kafkajs/src/cluster';
import type { Offsets } from '../event-log';
import { GroupQueue, QUEUE_LIMITS } from '../writing/group-queue';
import { assignPartitions } from './assign-partitions';
import { isMemberIdRequired, isNoMember } from './kafka-errors';
import type { KafkaLink } from './kafka-link';
import type { Names } from './names';
import { askCommitted, askEnd } from './offsets';
import { errorOfCode } from './wire/error-of-code';
import { type Joined, joinGroup } from './wire/join-group';

const { MemberAssignment, MemberMetadata } = AssignerProtocol;

/** The name is kafkajs' own: its consumers and these may share a group. */
const PROTOCOL = 'RoundRobinAssigner';
const VERSION = 0;
const NO_DATA = Buffer.alloc(0);

/** After so long without a heartbeat the group goes on without the member. */
export const SESSION_MS = 10_000;
/** How long the group waits for members to finish what is in their hands. */
const REBALANCE_MS = 30_000;

/** What a member of a group is told by, and who it is. */
export interface Membership {
  /** Of its own: joining waits for the other members. */
  readonly link: KafkaLink;
  readonly names: Names;
  readonly topic: Topic;
  readonly group: string;
}

interface Ticket {
  readonly memberId: string;
  readonly generationId: number;
  readonly coordinator: number;
}

/** One member in one generation of a group: which partitions it has, and the right to store their progress. */
export class GroupSession {
  private readonly over = new AbortController();
  private readonly stores = new GroupQueue<Map<number, number>>(
    () => new Map(),
    (progress) => this.commit(progress, null),
    QUEUE_LIMITS,
  );

  private constructor(
    private readonly of: Membership,
    private readonly ticket: Ticket,
    readonly partitions: readonly number[],
  ) {}

  /**
   * Joins, and waits until the group has agreed on who reads what. `onMember` hears by what id the group knows the member, also
   * when the join then fails: who comes back under another one leaves a ghost behind that everybody waits for.
   * @throws Unavailable
   */
  static async join(
    of: Membership,
    memberId: string,
    onMember: (memberId: string) => void,
  ): Promise<GroupSession> {
    const groupId = of.names.group(of.group);
    const topic = of.names.topic(of.topic);
    return of.link.use(async (cluster) => {
      const coordinator = await cluster.findGroupCoordinator({ groupId });
      const joined = await enter(coordinator, { groupId, topic, memberId }, onMember);
      const { memberAssignment } = await coordinator.syncGroup({
        groupId,
        generationId: joined.generationId,
        memberId: joined.memberId,
        groupAssignment: joined.leaderId === joined.memberId ? dealt(joined, of.names) : [],
      });
      const mine = MemberAssignment.decode(memberAssignment)?.assignment[topic] ?? [];
      const { generationId } = joined;
      const ticket = { memberId: joined.memberId, generationId, coordinator: coordinator.nodeId };
      return new GroupSession(of, ticket, mine);
    });
  }

  /** Takes a member out of the group, so that nobody waits for it. @throws Unavailable */
  static async leave(of: Membership, memberId: string): Promise<void> {
    const groupId = of.names.group(of.group);
    await of.link.use(async (cluster) => {
      const coordinator = await cluster.findGroupCoordinator({ groupId });
      await coordinator.leaveGroup({ groupId, memberId });
    });
  }

  /** Aborts when Kafka has said that this generation is over. */
  get ended(): AbortSignal {
    return this.over.signal;
  }

  /** @throws Unavailable; `ended` says whether for good. */
  async heartbeat(): Promise<void> {
    const { memberId, generationId: groupGenerationId } = this.ticket;
    await this.ask((c, groupId) => c.heartbeat({ groupId, groupGenerationId, memberId }));
  }

  /** Stores the progress of a partition; what several store at once is one request. @throws Unavailable */
  store(partition: number, next: number): Promise<void> {
    return this.stores.push({ items: 1, bytes: 0 }, (group) => {
      group.set(partition, next);
      return () => undefined;
    });
  }

  /** Stores progress, with a note of what it is. @throws Unavailable, also when the partitions are another member's by now. */
  async commit(progress: ReadonlyMap<number, number>, note: string | null): Promise<void> {
    const { memberId, generationId: groupGenerationId } = this.ticket;
    const partitions = [...progress].map(([partition, next]) => ({
      partition,
      offset: String(next),
      metadata: note,
    }));
    const topics = [{ topic: this.of.names.topic(this.of.topic), partitions }];
    await this.ask((c, groupId) =>
      c.offsetCommit({ groupId, groupGenerationId, memberId, topics }),
    );
  }

  /** What the group has stored. @throws Unavailable */
  committed(): Promise<Offsets> {
    return askCommitted(this.of, this.of.topic, this.of.group);
  }

  /** Where one partition of the topic ends. @throws Unavailable */
  end(partition: number): Promise<number> {
    return askEnd(this.of, this.of.topic, partition);
  }

  private async ask(
    work: (coordinator: Cluster.Broker, groupId: string) => Promise<unknown>,
  ): Promise<void> {
    const { link, names, group } = this.of;
    try {
      await link.use(async (cluster) => {
        const broker = await cluster.findBroker({ nodeId: this.ticket.coordinator });
        await work(broker, names.group(group));
      });
    } catch (error) {
      if (isNoMember(error)) this.over.abort();
      throw error;
    }
  }
}

interface Newcomer {
  readonly groupId: string;
  readonly topic: string;
  readonly memberId: string;
}

/** Asks to be let in; who has no id is told one first and asks again by it. */
async function enter(
  coordinator: Cluster.Broker,
  { groupId, topic, memberId }: Newcomer,
  onMember: (memberId: string) => void,
): Promise<Joined> {
  const metadata = MemberMetadata.encode({ version: VERSION, topics: [topic], userData: NO_DATA });
  const how = {
    groupId,
    sessionMs: SESSION_MS,
    rebalanceMs: REBALANCE_MS,
    protocol: { name: PROTOCOL, metadata },
  };
  let joined = await joinGroup(coordinator, { ...how, memberId });
  if (isMemberIdRequired(errorOfCode(joined.code))) {
    onMember(joined.memberId);
    joined = await joinGroup(coordinator, { ...how, memberId: joined.memberId });
  }
  const error = errorOfCode(joined.code);
  if (error) throw error;
  onMember(joined.memberId);
  return joined;
}

/** What the leader of the group tells the others. */
function dealt(
  { members }: Joined,
  names: Names,
): readonly { readonly memberId: string; readonly memberAssignment: Buffer }[] {
  const readers = members.map(({ memberId, memberMetadata }) => ({
    memberId,
    topics: MemberMetadata.decode(memberMetadata)?.topics ?? [],
  }));
  const hands = assignPartitions(readers, (topic) => names.partitions(topic));
  return [...hands].map(([memberId, assignment]) => ({
    memberId,
    memberAssignment: MemberAssignment.encode({
      version: VERSION,
      assignment,
      userData: NO_DATA,
    }),
  }));
}
