import { checkedProgress } from './checked-progress';
import { LivePartition } from './live-partition';

const at = (next: number) => ({ load: async () => next, save: async () => undefined });

describe('checkedProgress', () => {
  it('takes progress up to the end of the log', async () => {
    const progress = checkedProgress(at(5), 'policies', [new LivePartition(5)]);
    expect(await progress.load(0)).toBe(5);
  });

  it('refuses progress that is ahead of the log, and says what to do', async () => {
    const progress = checkedProgress(at(6), 'policies', [new LivePartition(5)]);
    await expect(progress.load(0)).rejects.toThrow(/policies\/0 .* rebuild the read model/);
  });
});
