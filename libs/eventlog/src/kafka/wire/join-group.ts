import type Cluster from 'kafkajs/src/cluster';
import { ask } from './ask';
import { ByteReader } from './byte-reader';
import { ByteWriter } from './byte-writer';

const API = { apiKey: 11, apiVersion: 5, apiName: 'JoinGroup' };
const CONSUMER = 'consumer';
/** What the answer may take beyond the time that the group waits for its members. */
const GRACE_MS = 5_000;

/** Who wants to join. `memberId` is empty for who has none yet. */
export interface Joining {
  readonly groupId: string;
  readonly memberId: string;
  readonly sessionMs: number;
  readonly rebalanceMs: number;
  readonly protocol: { readonly name: string; readonly metadata: Buffer };
}

/** What Kafka says of it. Also a refusal (`code` other than 0) may tell a member id: the group knows the member by it. */
export interface Joined {
  readonly code: number;
  readonly generationId: number;
  readonly leaderId: string;
  readonly memberId: string;
  /** Told to the leader only. */
  readonly members: readonly { readonly memberId: string; readonly memberMetadata: Buffer }[];
}

/** Asks the coordinator once; it answers when all members have joined. kafkajs keeps member ids of joins that failed to itself. */
export async function joinGroup(coordinator: Cluster.Broker, joining: Joining): Promise<Joined> {
  const bytes = encode(joining);
  return ask(coordinator, { ...API, bytes, decode, timeoutMs: joining.rebalanceMs + GRACE_MS });
}

function encode({ groupId, memberId, sessionMs, rebalanceMs, protocol }: Joining): Buffer {
  return new ByteWriter()
    .text(groupId)
    .int32(sessionMs)
    .int32(rebalanceMs)
    .text(memberId)
    .text(null)
    .text(CONSUMER)
    .int32(1)
    .text(protocol.name)
    .int32(protocol.metadata.length)
    .raw(protocol.metadata)
    .written();
}

function decode(bytes: Buffer): Joined {
  const from = new ByteReader(bytes);
  const [code, generationId] = [from.skip(4).int16(), from.int32()];
  from.text();
  const [leaderId, memberId] = [from.text(), from.text()];
  const members = from.array(() => {
    const id = from.text();
    from.text();
    return { memberId: id, memberMetadata: from.raw(from.int32()) };
  });
  return { code, generationId, leaderId, memberId, members };
}
