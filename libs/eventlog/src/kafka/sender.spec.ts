import { Unavailable } from '@parapet/contracts';
import { sampleEvent, sampleEvents } from '../testing';
import { AppendGroup, type AppendPart } from './append-group';
import { settle } from './sender';
import type { Produced } from './wire/produce';

const NOT_LEADER = 6;
const TOO_LARGE = 10;

/** A group of two callers, whose keys lie in different partitions of `issues`. */
function twoCallers() {
  const group = new AppendGroup();
  const a = group.append('issues', 3, sampleEvents('a', 3));
  const b = group.append('issues', 3, [sampleEvent('b', 0), sampleEvent('a', 3)]);
  const [ofA, ofB] = [...group.parts.values()];
  if (!ofA || !ofB) throw new Error('the keys must lie in two partitions');
  return { a, b, ofA, ofB };
}

const answer = (part: AppendPart, how: Partial<Produced>): Produced => ({
  topic: 'x.issues',
  partition: part.partition,
  code: 0,
  base: -1,
  ...how,
});

describe('what Kafka answers to an append', () => {
  it('rule 1: a position is the base of its partition plus the index within it, for each caller in the order given', () => {
    const { a, b, ofA, ofB } = twoCallers();
    const answers = [answer(ofB, { base: 70 }), answer(ofA, { base: 5 })];
    for (const part of [ofA, ofB]) expect(settle(part, 'x.issues', answers)).toBeUndefined();
    const at = (part: AppendPart, offset: number) => {
      return { topic: 'issues', partition: part.partition, offset };
    };
    expect(a()).toEqual([at(ofA, 5), at(ofA, 6), at(ofA, 7)]);
    expect(b()).toEqual([at(ofB, 70), at(ofA, 8)]);
  });

  it('rule 1: a partition without a baseOffset in the answer is a failed append, for its callers only', () => {
    const { a, b, ofA, ofB } = twoCallers();
    const answers = [answer(ofA, { base: 0 }), answer(ofB, {})];
    for (const part of [ofA, ofB]) settle(part, 'x.issues', answers);
    expect(a().map((p) => p.offset)).toEqual([0, 1, 2]);
    expect(b).toThrow(Unavailable);
  });

  it('rule 1: a partition that is missing in the answer is a failed append', () => {
    const { a, ofA } = twoCallers();
    settle(ofA, 'x.issues', [answer(ofA, { base: 3, topic: 'x.agents' })]);
    expect(a).toThrow(Unavailable);
  });

  it('a leader that has moved is worth another try, of what is not settled yet', () => {
    const { ofA } = twoCallers();
    const error = settle(ofA, 'x.issues', [answer(ofA, { code: NOT_LEADER })]);
    expect(error).toMatchObject({ type: 'NOT_LEADER_FOR_PARTITION' });
    expect([ofA.base, ofA.failure]).toEqual([undefined, undefined]);
  });

  it('rule 3: an append that is too large is a bug and not Unavailable', () => {
    const { a, ofA } = twoCallers();
    settle(ofA, 'x.issues', [answer(ofA, { code: TOO_LARGE })]);
    expect(a).toThrow(expect.objectContaining({ type: 'MESSAGE_TOO_LARGE' }));
    expect(a).not.toThrow(Unavailable);
  });
});
