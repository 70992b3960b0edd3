import type { ReadModel } from '@parapet/readmodel';
import { ISSUE_EVIDENCE, type IssueDocument } from '../../issue/issue.collection';
import { detectionFinding } from './detection-finding';

/** Issues as findings, with their evidence. @param publicUrl where the house is */
export async function findingsOf(
  store: ReadModel,
  issues: readonly IssueDocument[],
  publicUrl: string,
): Promise<object[]> {
  const copies = await store.getMany(
    ISSUE_EVIDENCE,
    issues.map(({ id }) => id),
  );
  return issues.map((issue) =>
    detectionFinding(
      issue,
      copies.get(issue.id)?.evidence ?? [],
      `${publicUrl}/issues/${issue.id}`,
    ),
  );
}
