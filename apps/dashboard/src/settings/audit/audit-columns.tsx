import { Stack, Text } from '@mantine/core';
import type { AuditEntryView } from '../../api/generated/types.gen';
import { PageLink } from '../../components/page-link';
import { PlainText } from '../../components/plain-text';
import type { Column } from '../../components/rows';
import { TimeAgo } from '../../components/time-ago';
import { actionWords, pathOf } from './audit-words';
import { Changes } from './changes';

/** The colour of links has too little contrast on a row that is pointed at. */
const READABLE = 'var(--mantine-color-text)';

/** What the list of changes shows. @param gone of what nothing is shown any more */
export const auditColumns = (
  gone: ReadonlySet<string>,
): readonly [Column<AuditEntryView>, ...Column<AuditEntryView>[]] => [
  {
    title: 'Change',
    cell: ({ action }) => (
      <Text size="sm" fw={600}>
        {actionWords(action)}
      </Text>
    ),
  },
  { title: 'Of', cell: (entry) => <Changed entry={entry} path={pathOf(entry, gone)} /> },
  {
    title: 'By',
    cell: ({ actor }) => (
      <PageLink to="/settings/audit" search={{ actor: actor.id }} c={READABLE}>
        <PlainText>{actor.name}</PlainText>
      </PageLink>
    ),
  },
  { title: 'When', cell: ({ timestamp }) => <TimeAgo at={timestamp} /> },
];

interface ChangedProps {
  readonly entry: AuditEntryView;
  readonly path: string | undefined;
}

function Changed({ entry: { resource, changes }, path }: ChangedProps) {
  const name = <PlainText>{resource.name ?? resource.id}</PlainText>;
  return (
    <Stack gap={4} align="flex-start">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {path === undefined ? (
          name
        ) : (
          <PageLink to={path} c={READABLE}>
            {name}
          </PageLink>
        )}
      </Text>
      <Changes changes={changes} />
    </Stack>
  );
}
