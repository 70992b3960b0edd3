import {
  getIssueQueryKey,
  listIssuesInfiniteQueryKey,
  listIssuesQueryKey,
} from '../../api/generated/@tanstack/react-query.gen';
import { changeIssueStatus } from '../../api/generated/sdk.gen';
import type { IssueStatusBody } from '../../api/generated/types.gen';
import { queries } from '../../api/queries';

/** Changes the status of an issue; what is shown of it follows, and lists are asked for again when they are shown. @throws ApiProblem */
export async function changeStatus(issueId: string, body: IssueStatusBody): Promise<void> {
  await giveStatus(issueId, body);
  readListsAgain();
}

/** The same without the lists, for one of many issues. @throws ApiProblem */
export async function giveStatus(issueId: string, body: IssueStatusBody): Promise<void> {
  const asked = { path: { issue_id: issueId } };
  const { data } = await changeIssueStatus({ ...asked, body, throwOnError: true });
  queries.setQueryData(getIssueQueryKey(asked), data);
}

export function readListsAgain(): void {
  for (const queryKey of [listIssuesQueryKey(), listIssuesInfiniteQueryKey()])
    void queries.invalidateQueries({ queryKey });
}
