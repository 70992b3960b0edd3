import { ApiProblem } from '../../api/problem';
import { changeMany } from './change-many';

const ISSUES = Array.from({ length: 10 }, (_, i) => ({ id: `issue_${i}`, title: `Issue ${i}` }));

test('each issue is changed once, four at a time', async () => {
  const begun: string[] = [];
  let [now, most] = [0, 0];
  const change = async (id: string): Promise<void> => {
    begun.push(id);
    most = Math.max(most, ++now);
    await Promise.resolve();
    now -= 1;
  };
  expect(await changeMany(ISSUES, change)).toEqual({ done: 10, failed: [] });
  expect(begun).toEqual(ISSUES.map(({ id }) => id));
  expect(most).toBe(4);
});

test('one that cannot be changed is told with why, and does not keep the others from it', async () => {
  const problem = new Error('gone');
  const change = (id: string): Promise<void> =>
    id === 'issue_3' ? Promise.reject(problem) : Promise.resolve();
  const failed = [{ issue: ISSUES[3], problem }];
  expect(await changeMany(ISSUES, change)).toEqual({ done: 9, failed });
});

test('where nobody answers those that wait are not asked for: each would wait as long', async () => {
  const away = new ApiProblem(0, 'unreachable', 'Parapet does not answer', '');
  const change = jest.fn().mockRejectedValue(away);
  const { done, failed } = await changeMany(ISSUES, change);
  expect([done, change.mock.calls.length]).toEqual([0, 4]);
  expect(failed).toHaveLength(10);
  expect(failed).toContainEqual({ issue: ISSUES[9], problem: away });
});
