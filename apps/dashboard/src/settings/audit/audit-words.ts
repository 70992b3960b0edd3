import type { AuditEntryView } from '../../api/generated/types.gen';
import { capitalised } from '../../components/capitalised';
import { textIn } from '../../issue/metadata';

/** What was done, in words: `Agent mode changed`. */
export const actionWords = (action: AuditEntryView['action']): string =>
  capitalised(action.replace(/[._]/g, ' '));

type Entry = Pick<AuditEntryView, 'action' | 'resource' | 'changes'>;

/** The agents and webhooks of which the entries say that they were deleted: nothing is shown of them any more. */
export const deletedIn = (entries: readonly Entry[]): ReadonlySet<string> =>
  new Set(
    entries
      .filter(({ action }) => action === 'agent.deleted' || action === 'webhook.deleted')
      .map(({ resource }) => resource.id),
  );

/** Where what was changed is shown; undefined where it has no page, or is no more. */
export function pathOf({ resource, changes }: Entry, gone: ReadonlySet<string>) {
  const { type, id } = resource;
  if (gone.has(id) || type === 'token') return undefined;
  if (type !== 'delivery') return `${PATHS[type]}/${id}`;
  const webhook = textIn(changes, 'webhook_id');
  if (webhook === undefined || gone.has(webhook)) return undefined;
  return `${PATHS.webhook}/${webhook}?delivery=${id}`;
}

/** A policy has a page also when it is deleted: its versions stay. */
const PATHS = {
  policy: '/policies',
  agent: '/agents',
  webhook: '/settings/webhooks',
  issue: '/issues',
} as const;
