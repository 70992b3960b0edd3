import { AssignerProtocol } from 'kafkajs';
import type Cluster from 'kafkajs/src/cluster';
import { GroupMember, type MemberHouse } from './group-member';
import type { KafkaLink } from './kafka-link';
import { Names } from './names';
import { ByteReader } from './wire/byte-reader';
import { ByteWriter } from './wire/byte-writer';
import { errorOfCode } from './wire/error-of-code';

const UNKNOWN_MEMBER = 25;
const REBALANCING = 27;
const ID_REQUIRED = 79;
const assigned = (assignment: Record<string, number[]>): Buffer =>
  AssignerProtocol.MemberAssignment.encode({ version: 0, assignment, userData: Buffer.alloc(0) });
const never = () => new Promise<never>(() => undefined);

/** A coordinator that says what the test lets it say: one entry per join and per sync, then all is well. */
class Coordinator {
  readonly nodeId = 1;
  readonly joins: string[] = [];
  readonly left: string[] = [];
  readonly agreed = Promise.withResolvers<void>();
  assignment: Record<string, number[]> = {};
  private ids = 0;

  constructor(
    private readonly onJoin: readonly (() => Promise<number>)[],
    private readonly onSync: readonly number[] = [],
  ) {}

  readonly connectionPool = {
    send: async <A>({ request, response }: Cluster.Exchange<A>): Promise<A> =>
      response.parse(await response.decode(await this.join((await request.encode()).buf))),
  };

  readonly syncGroup = async () => {
    const error = errorOfCode(this.onSync[this.syncs++] ?? 0);
    if (error) throw error;
    this.agreed.resolve();
    return { memberAssignment: assigned(this.assignment) };
  };

  heartbeat = async () => undefined;
  readonly offsetCommit = never;
  readonly leaveGroup = async ({ memberId }: { readonly memberId: string }) =>
    void this.left.push(memberId);
  private syncs = 0;

  private async join(bytes: Buffer): Promise<Buffer> {
    const from = new ByteReader(bytes);
    from.text();
    from.skip(8);
    const told = from.text();
    this.joins.push(told);
    const code = told === '' ? ID_REQUIRED : ((await this.onJoin[this.asked++]?.()) ?? 0);
    const id = told || `A${++this.ids}`;
    const answer = new ByteWriter().int32(0).int16(code).int32(1).text('').text('B').text(id);
    return answer.int32(0).written();
  }

  private asked = 0;
}

const agree = async (): Promise<number> => 0;

function memberOf(coordinator: Coordinator, work: MemberHouse['work'] = async () => undefined) {
  const cluster = {
    findGroupCoordinator: async () => coordinator,
    findBroker: async () => coordinator,
  };
  let connection = Promise.withResolvers<never>();
  const link = {
    use: (ask: (c: unknown) => Promise<unknown>) =>
      Promise.race([ask(cluster), connection.promise]),
    cut: () => {
      connection.reject(new Error('cut'));
      connection = Promise.withResolvers();
    },
    close: () => undefined,
  };
  const lost: Error[] = [];
  const member = new GroupMember(
    {
      link: link as unknown as KafkaLink,
      names: new Names(''),
      topic: 'policies',
      group: 'g',
    },
    {
      logger: { warn: () => undefined, error: () => undefined },
      work,
      onLost: (error) => lost.push(error),
    },
  );
  return { member, lost };
}

describe('a member whose join failed', () => {
  it('comes back as who it is: the group would wait for a member that nobody is', async () => {
    const coordinator = new Coordinator([agree, agree], [REBALANCING]);
    const { member } = memberOf(coordinator);
    await coordinator.agreed.promise;
    expect(coordinator.joins).toEqual(['', 'A1', 'A1']);
    await member.close();
    expect(coordinator.left).toEqual(['A1']);
  });

  it('comes back as who it is also when the connection broke while it waited for the others', async () => {
    const broken = () => Promise.reject(new Error('the connection broke'));
    const coordinator = new Coordinator([broken, agree]);
    const { member } = memberOf(coordinator);
    await coordinator.agreed.promise;
    expect(coordinator.joins).toEqual(['', 'A1', 'A1']);
    await member.close();
  });

  it('is somebody else once the group does not know it any more', async () => {
    const coordinator = new Coordinator([agree, async () => UNKNOWN_MEMBER, agree], [REBALANCING]);
    const { member } = memberOf(coordinator);
    await coordinator.agreed.promise;
    expect(coordinator.joins).toEqual(['', 'A1', 'A1', '', 'A2']);
    await member.close();
    expect(coordinator.left).toEqual(['A2']);
  });

  it('leaves the group when it is closed while it waits for the others', async () => {
    const waits = Promise.withResolvers<void>();
    const forEver = () => {
      waits.resolve();
      return new Promise<number>(() => undefined);
    };
    const coordinator = new Coordinator([forEver]);
    const { member } = memberOf(coordinator);
    await waits.promise;
    await member.close();
    expect(coordinator.left).toEqual(['A1']);
  });
});

describe('a member that is closed while Kafka hangs', () => {
  it('waits for no heartbeat, and not for long until its progress is stored', async () => {
    const coordinator = new Coordinator([agree]);
    coordinator.assignment = { policies: [0] };
    coordinator.heartbeat = never;
    const stored = jest.fn();
    const { member } = memberOf(coordinator, async (partition, session) => {
      await session.store(partition, 1).catch(stored);
    });
    await coordinator.agreed.promise;
    await member.close();
    expect(stored).toHaveBeenCalledTimes(1);
    expect(coordinator.left).toEqual(['A1']);
  });
});
