import { ActionIcon, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { IconPlus, IconX } from '@tabler/icons-react';
import { visible } from '../../components/visible';
import type { HeaderPair, WebhookValues } from './webhook-values';

const AT_MOST = 20;

interface HeaderFieldsProps {
  readonly headers: WebhookValues['headers'];
  /** Of the headers that the webhook has now. */
  readonly kept: readonly string[];
  /** What is wrong with them. */
  readonly mistake: string | undefined;
  onChange(headers: WebhookValues['headers']): void;
}

const newPair = (): HeaderPair => ({ key: randomId(), name: '', value: '' });

/** Headers that a webhook sends besides the house's own. Their values are secrets: those it has are kept whole, or all replaced. */
export function HeaderFields({ headers, kept, mistake, onChange }: HeaderFieldsProps) {
  if (headers === null)
    return (
      <Group justify="space-between">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          Kept as they are: {kept.map(visible).join(', ')}
        </Text>
        <Button variant="default" size="xs" onClick={() => onChange([])}>
          Replace headers
        </Button>
      </Group>
    );
  const changed = (key: string, change: Partial<HeaderPair>): void =>
    onChange(headers.map((pair) => (pair.key === key ? { ...pair, ...change } : pair)));
  return (
    <Stack gap="xs">
      {headers.map((pair, i) => (
        <HeaderRow
          key={pair.key}
          pair={pair}
          number={i + 1}
          onChange={(change) => changed(pair.key, change)}
          onRemove={() => onChange(headers.filter(({ key }) => key !== pair.key))}
        />
      ))}
      {mistake !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {visible(mistake)}
        </Text>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={headers.length >= AT_MOST}
          onClick={() => onChange([...headers, newPair()])}
        >
          Add header
        </Button>
        {kept.length > 0 && (
          <Button variant="subtle" size="xs" onClick={() => onChange(null)}>
            Keep those it has
          </Button>
        )}
      </Group>
      {kept.length > 0 && headers.length === 0 && (
        <Text size="xs" c="dimmed">
          Saved like this, it sends no headers of yours any more.
        </Text>
      )}
    </Stack>
  );
}

interface HeaderRowProps {
  readonly pair: HeaderPair;
  readonly number: number;
  onChange(change: Partial<HeaderPair>): void;
  onRemove(): void;
}

function HeaderRow({ pair, number, onChange, onRemove }: HeaderRowProps) {
  return (
    <Group gap="xs" wrap="nowrap" align="center">
      <TextInput
        flex={2}
        miw={0}
        aria-label={`Name of header ${number}`}
        placeholder="authorization"
        maxLength={64}
        data-autofocus
        value={pair.name}
        onChange={({ currentTarget: { value } }) => onChange({ name: value })}
      />
      <PasswordInput
        flex={3}
        miw={0}
        aria-label={`Value of header ${number}`}
        placeholder="Bearer …"
        maxLength={1024}
        autoComplete="off"
        value={pair.value}
        onChange={({ currentTarget: { value } }) => onChange({ value })}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove header ${number}`}
        onClick={onRemove}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
