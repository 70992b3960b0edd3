import { Badge, Group, Text } from '@mantine/core';
import type { TokenView } from '../../api/generated/types.gen';
import { PlainText } from '../../components/plain-text';
import type { Column } from '../../components/rows';
import { TimeAgo } from '../../components/time-ago';
import { useNow } from '../../components/use-now';
import { nearing } from './expiry';
import { inWords } from './permissions';

const ORIGINS: Readonly<Record<TokenView['origin'], string>> = {
  api: 'Dashboard or API',
  bootstrap: 'First start',
  environment: 'ADMIN_TOKEN',
};

const COLORS = { expired: 'red', soon: 'yellow' } as const;
const WORDS = { expired: 'Expired', soon: 'Expires soon' } as const;

function Expiry({ at }: { readonly at: string | null }) {
  const now = useNow();
  if (at === null) return 'Never';
  const near = nearing(Date.parse(at), now);
  return (
    <Group gap={6}>
      <TimeAgo at={at} />
      {near !== 'later' && (
        <Badge size="sm" variant="dot" color={COLORS[near]} tt="none" miw="max-content">
          {WORDS[near]}
        </Badge>
      )}
    </Group>
  );
}

const Permissions = ({ permissions }: Pick<TokenView, 'permissions'>) => (
  <Group gap={4}>
    {inWords(permissions).map((words) => (
      <Badge key={words} size="sm" variant="default" tt="none" fw={500} miw="max-content">
        {words}
      </Badge>
    ))}
  </Group>
);

/** What lists of tokens show. @param ownId the token of this session */
export const tokenColumns = (
  ownId: string | undefined,
): readonly [Column<TokenView>, ...Column<TokenView>[]] => [
  {
    title: 'Name',
    cell: ({ id, name }) => (
      <Group gap={6}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          <PlainText>{name}</PlainText>
        </Text>
        {id === ownId && (
          <Badge size="sm" variant="light" tt="none" miw="max-content">
            Signed in with it
          </Badge>
        )}
      </Group>
    ),
  },
  { title: 'Permissions', cell: (token) => <Permissions {...token} /> },
  { title: 'Created', cell: ({ created_at }) => <TimeAgo at={created_at} /> },
  { title: 'Expires', cell: ({ expires_at }) => <Expiry at={expires_at} /> },
  {
    title: 'Last used',
    cell: ({ last_used }) => (last_used === null ? 'Never' : <TimeAgo at={last_used} />),
  },
  { title: 'Origin', cell: ({ origin }) => ORIGINS[origin] },
];
