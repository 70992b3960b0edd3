import type { Issue } from '@parapet/contracts';
import type { IssueDocument } from '../issue/issue.collection';
import { issueNumber } from './many-issues';

/** An issue of an agent with these labels that went there. */
export function issueAbout(
  details: Issue['details'],
  subject: Partial<Issue['subject']> = {},
): IssueDocument {
  const { destination: _, ...issue } = issueNumber(0);
  const destination = details.domain ?? details.ip;
  return {
    ...issue,
    ...(destination !== undefined && { destination }),
    ...{ details, subject: { ...issue.subject, ...subject } },
  };
}
