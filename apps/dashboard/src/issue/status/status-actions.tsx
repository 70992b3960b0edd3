import type { IssueInFullView } from '../../api/generated/types.gen';
import { useMay } from '../../session/session';
import { changeStatus } from './change-status';
import { DeedButtons } from './deed-buttons';
import { deedsFor } from './deeds';

/** Buttons for what can be done with the issue; each asks why. */
export function StatusActions({ issue }: { readonly issue: IssueInFullView }) {
  const may = useMay('issues:write');
  if (!may) return null;
  return (
    <DeedButtons
      deeds={deedsFor(issue.status)}
      about={() => 'this issue'}
      change={(body) => changeStatus(issue.id, body)}
    />
  );
}
