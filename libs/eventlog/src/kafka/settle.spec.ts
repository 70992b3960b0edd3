import { Unavailable } from '@parapet/contracts';
import { sampleEvent, sampleEvents } from '../testing';
import { QUEUE_LIMITS } from '../writing/group-queue';
import { partitionOf } from '../writing/murmur2';
import { AppendPart } from './append-part';
import { Appends } from './appends';
import { settle } from './settle';
import type { Produced } from './wire/produce';

const NOT_LEADER = 6;
const TOO_LARGE = 10;
const FORBIDDEN = 29;

const [OF_A, OF_B] = ['a', 'b'].map((key) => partitionOf(key, 3)) as [number, number];

/** Two callers, whose keys lie in different partitions of `issues`, and what Kafka answers to both. */
function twoCallers(answers: readonly Produced[]) {
  const send = async (part: AppendPart) => void settle(part, 'x.issues', answers);
  const appends = new Appends({ send }, QUEUE_LIMITS);
  const a = appends.all('issues', sampleEvents('a', 3));
  const b = appends.all('issues', [sampleEvent('b', 0), sampleEvent('a', 3)]);
  return Promise.allSettled([a, b]);
}

const answer = (partition: number, how: Partial<Produced>): Produced => ({
  topic: 'x.issues',
  partition,
  code: 0,
  base: -1,
  ...how,
});

const failed = (reason: unknown) => ({ status: 'rejected', reason });

describe('what Kafka answers to an append', () => {
  it('rule 1: a position is the base of its partition plus the index within it, for each caller in the order given', async () => {
    const [a, b] = await twoCallers([answer(OF_B, { base: 70 }), answer(OF_A, { base: 5 })]);
    const at = (partition: number, offset: number) => ({ topic: 'issues', partition, offset });
    expect(a).toMatchObject({ value: [at(OF_A, 5), at(OF_A, 6), at(OF_A, 7)] });
    expect(b).toMatchObject({ value: [at(OF_B, 70), at(OF_A, 8)] });
  });

  it('rule 1: a partition without a baseOffset in the answer is a failed append, for its callers only', async () => {
    const [a, b] = await twoCallers([answer(OF_A, { base: 0 }), answer(OF_B, {})]);
    expect(a).toMatchObject({ value: [{ offset: 0 }, { offset: 1 }, { offset: 2 }] });
    expect(b).toEqual(failed(expect.any(Unavailable)));
  });

  it('rule 1: a partition that is missing in the answer is a failed append', async () => {
    const [a] = await twoCallers([answer(OF_A, { base: 3, topic: 'x.agents' })]);
    expect(a).toEqual(failed(expect.any(Unavailable)));
  });

  it('a leader that has moved is worth another try, of what is not settled yet', () => {
    const part = new AppendPart('issues', OF_A);
    const error = settle(part, 'x.issues', [answer(OF_A, { code: NOT_LEADER })]);
    expect(error).toMatchObject({ type: 'NOT_LEADER_FOR_PARTITION' });
    expect([part.base, part.failure]).toEqual([undefined, undefined]);
  });

  it('rule 3: what this process may not write is no bug: somebody may give the permission back', async () => {
    const [a] = await twoCallers([answer(OF_A, { code: FORBIDDEN })]);
    expect(a).toEqual(failed(expect.any(Unavailable)));
    expect(a).toMatchObject({
      reason: { message: expect.stringContaining('x.issues'), told: 'Kafka is away' },
    });
  });

  it('rule 3: an append that is too large is a bug and not Unavailable', async () => {
    const [a] = await twoCallers([answer(OF_A, { code: TOO_LARGE })]);
    expect(a).toEqual(failed(expect.objectContaining({ type: 'MESSAGE_TOO_LARGE' })));
    expect(a).not.toEqual(failed(expect.any(Unavailable)));
  });
});
