import { Unavailable } from '@parapet/contracts';
import type { PartitionRecords } from '../delivery/partition-loop';
import { sampleEvent } from '../testing';
import { readRange } from './read-range';

const backoff = () => ({ wait: async () => undefined });

/** Reads from 0 to `to`, where the partition answers what is given, in turn, the last answer for ever. */
async function read(to: number, answers: readonly PartitionRecords[]) {
  const [asked, got]: [number[], number[]] = [[], []];
  const range = { what: 'policies/0', from: 0, to, backoff };
  const step = async (from: number) => {
    const answer = answers[Math.min(asked.push(from), answers.length) - 1];
    return answer && answer.next >= from ? answer : { records: [], next: from };
  };
  const error = await (async () => {
    for await (const batch of readRange(range, step))
      got.push(...batch.map((record) => record.position.offset));
  })().catch((e: unknown) => e);
  return { asked, got, error };
}

const some = (next: number, ...offsets: readonly number[]): PartitionRecords => ({
  records: offsets.map((offset) => ({
    ...sampleEvent('a', offset),
    position: { topic: 'policies', partition: 0, offset },
  })),
  next,
});
const nothing = some(0);

describe('a range of a partition', () => {
  it('rule 8: is not over because a new leader does not know yet what was told to be there', async () => {
    const { got, error } = await read(4, [some(2, 0, 1), nothing, nothing, some(4, 2, 3)]);
    expect([got, error]).toEqual([[0, 1, 2, 3], undefined]);
  });

  it('rule 8: is Unavailable, never complete, when what was told to be there does not come', async () => {
    const { asked, got, error } = await read(4, [some(2, 0, 1), nothing]);
    expect(got).toEqual([0, 1]);
    expect(error).toBeInstanceOf(Unavailable);
    expect(asked.length).toBe(11);
  });

  it('goes over what retention removed and over what is no record', async () => {
    const { asked, got, error } = await read(9, [some(5), some(6, 5), some(9)]);
    expect([asked, got, error]).toEqual([[0, 5, 6], [5], undefined]);
  });

  it('asks nothing when there is nothing between its ends', async () => {
    expect(await read(0, [nothing])).toEqual({ asked: [], got: [], error: undefined });
  });
});
