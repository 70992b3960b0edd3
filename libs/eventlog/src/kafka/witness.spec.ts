import { Unavailable } from '@parapet/contracts';
import { OtherLog } from '../delivery/other-log';
import { sampleEvent } from '../testing';
import { Doubts, Witness } from './witness';

const record = (key: string, offset: number) => ({
  ...sampleEvent(key, offset),
  position: { topic: 'issues', partition: 0, offset },
});

/** One that has read `a-7` at offset 7, and a doubt has come up. */
function inDoubt() {
  const doubts = new Doubts();
  const witness = new Witness('issues/0', doubts);
  witness.saw([record('a', 6), record('a', 7)]);
  doubts.raise();
  return { doubts, witness };
}

describe('Witness', () => {
  it('has no doubt before a connection or a leader has gone', () => {
    const { doubts } = inDoubt();
    expect(new Witness('issues/0', doubts).inDoubt).toBe(false);
  });

  it('is sure again when the last record that was read is still there', async () => {
    const { witness } = inDoubt();
    expect(witness.inDoubt).toBe(true);
    const asked: number[] = [];
    await witness.confirm(async (offset) => (asked.push(offset), 'a-7'));
    expect([asked, witness.inDoubt]).toEqual([[7], false]);
  });

  it('says that it is another log when another record lies there, until it is the one of before again', async () => {
    const { witness } = inDoubt();
    const look = (id: string) => witness.confirm(async () => id);
    await expect(look('b-7')).rejects.toThrow('issues/0/7 was a-7 and is b-7: it is another log');
    expect([witness.inDoubt, witness.other]).toEqual([true, expect.any(OtherLog)]);
    await look('a-7');
    expect([witness.inDoubt, witness.other]).toEqual([false, undefined]);
  });

  it('believes whatever there is when retention has removed that record', async () => {
    const { doubts, witness } = inDoubt();
    await witness.confirm(async () => undefined);
    expect(witness.inDoubt).toBe(false);
    witness.saw([record('a', 9)]);
    doubts.raise();
    await expect(witness.confirm(async () => 'b-9')).rejects.toThrow(OtherLog);
  });

  it('goes by the record furthest on, also when somebody reads what lies before it', async () => {
    const { witness } = inDoubt();
    witness.saw([record('a', 3)]);
    witness.saw([]);
    await witness.confirm(async (offset) => `a-${offset}`);
    expect(witness.inDoubt).toBe(false);
  });

  it('stays in doubt when nobody answers, and when another doubt comes up meanwhile', async () => {
    const { doubts, witness } = inDoubt();
    const away = async () => Promise.reject(new Unavailable('Kafka is away'));
    await expect(witness.confirm(away)).rejects.toThrow(Unavailable);
    expect(witness.inDoubt).toBe(true);
    await witness.confirm(async () => {
      doubts.raise();
      return 'a-7';
    });
    expect(witness.inDoubt).toBe(true);
  });

  it('looks again at a log that was found to end too early, without any other doubt', async () => {
    const witness = new Witness('issues/0', new Doubts());
    witness.saw([record('a', 7)]);
    witness.suspect();
    expect(witness.inDoubt).toBe(true);
    await expect(witness.confirm(async () => 'b-7')).rejects.toThrow(OtherLog);
  });

  it('asks once for all readers of the partition', async () => {
    const { witness } = inDoubt();
    const idAt = jest.fn(async () => 'a-7');
    await Promise.all([witness.confirm(idAt), witness.confirm(idAt)]);
    expect(idAt).toHaveBeenCalledTimes(1);
  });
});
