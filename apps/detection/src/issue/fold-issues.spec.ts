import { inLog, occurred } from '../testing/facts';
import { foldIssues } from './fold-issues';

test.each([
  ['blocked', 20],
  ['detected', 10],
] as const)('a copy of what was counted shows if it says otherwise: %s', (verdict, changed) => {
  const log = inLog(
    occurred('IssueCreated', { a: 1 }),
    occurred('IssueRecurred', { a: 1 }, { verdict }),
  );
  expect(foldIssues(new Map(), log, new Map([[10, 1]]))).toMatchObject([{ verdict, changed }]);
});
