import { assignPartitions, type Member } from './assign-partitions';

const member = (memberId: string, ...topics: string[]): Member => ({ memberId, topics });
const six = () => 6;

describe('assignPartitions', () => {
  it('gives every partition to exactly one member, as evenly as it goes', () => {
    const dealt = assignPartitions([member('c', 't'), member('a', 't'), member('b', 't')], six);
    expect([...dealt]).toEqual([
      ['a', { t: [0, 3] }],
      ['b', { t: [1, 4] }],
      ['c', { t: [2, 5] }],
    ]);
  });

  it('gives a member only what it reads', () => {
    const dealt = assignPartitions([member('a', 'one'), member('b', 'one', 'two')], () => 2);
    expect([...dealt]).toEqual([
      ['a', { one: [0] }],
      ['b', { one: [1], two: [0, 1] }],
    ]);
  });

  it('has an entry for members that get nothing', () => {
    const dealt = assignPartitions([member('a', 't'), member('b', 't')], () => 1);
    expect(dealt.get('b')).toEqual({});
  });
});
