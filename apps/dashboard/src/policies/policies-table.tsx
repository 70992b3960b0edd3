import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { PolicyView } from '../api/generated/types.gen';
import { number } from '../components/number';
import { PlainText } from '../components/plain-text';
import { type Column, Rows } from '../components/rows';
import { TimeAgo } from '../components/time-ago';
import { EnabledSwitch } from './enabled-switch';
import { scopeWords } from './scope-words';
import { TypeBadge } from './type-badge';

const Name = ({ policy }: { readonly policy: PolicyView }) => (
  <>
    <Anchor
      renderRoot={(props) => (
        <Link {...props} to="/policies/$policyId" params={{ policyId: policy.id }} />
      )}
      fw={600}
      underline="hover"
      style={{ overflowWrap: 'anywhere' }}
    >
      <PlainText>{policy.name}</PlainText>
    </Anchor>
    {policy.description && (
      <Text size="sm" c="dimmed" lineClamp={1} style={{ overflowWrap: 'anywhere' }}>
        <PlainText>{policy.description}</PlainText>
      </Text>
    )}
  </>
);

const COLUMNS: readonly [Column<PolicyView>, ...Column<PolicyView>[]] = [
  { title: 'Name', cell: (policy) => <Name policy={policy} /> },
  { title: 'Type', cell: ({ type }) => <TypeBadge type={type} /> },
  { title: 'Agents', cell: (policy) => <PlainText>{scopeWords(policy)}</PlainText> },
  { title: 'Rules', cell: ({ rules }) => number(rules.length) },
  { title: 'Changed', cell: ({ updated_at }) => <TimeAgo at={updated_at} /> },
  { title: 'Enabled', cell: (policy) => <EnabledSwitch policy={policy} /> },
];

export const PoliciesTable = ({ policies }: { readonly policies: readonly PolicyView[] }) => (
  <Rows label="Policies" columns={COLUMNS} rows={policies} keyOf={({ id }) => id} />
);
