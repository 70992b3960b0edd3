import { Checkbox, Group, NativeSelect, Stack, TagsInput, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { PLATFORM_NAMES, PLATFORMS } from '../../agents/agent-words';
import { SEVERITIES, VERDICTS } from '../../api/words';
import { capitalised } from '../../components/capitalised';
import { isDuplicate } from '../../components/is-duplicate';
import type { WebhookValues } from './webhook-values';

const LEVELS = [
  { value: '', label: 'Every severity' },
  ...SEVERITIES.map((value) => ({
    value,
    label: value === 'critical' ? 'Critical' : `${capitalised(value)} and above`,
  })),
];

interface FilterFieldsProps {
  readonly form: UseFormReturnType<WebhookValues>;
  /** What the API found wrong with the filter. */
  readonly mistake: string | undefined;
}

/** Of which issues a webhook is told. */
export function FilterFields({ form, mistake }: FilterFieldsProps) {
  return (
    <Stack gap="sm">
      <NativeSelect label="Severity" data={LEVELS} {...form.getInputProps('minSeverity')} />
      <Checkbox.Group label="Verdict" {...form.getInputProps('verdicts')}>
        <Group gap="md" mt={4}>
          {VERDICTS.map((value) => (
            <Checkbox key={value} value={value} label={capitalised(value)} />
          ))}
        </Group>
      </Checkbox.Group>
      <Checkbox.Group label="Platform" {...form.getInputProps('platforms')}>
        <Group gap="md" mt={4}>
          {PLATFORMS.map((value) => (
            <Checkbox key={value} value={value} label={PLATFORM_NAMES[value]} />
          ))}
        </Group>
      </Checkbox.Group>
      <TagsInput
        label="Clusters"
        description="Names, as agents have them in their label; Enter after each"
        maxTags={100}
        isDuplicate={isDuplicate}
        {...form.getInputProps('clusters')}
        error={mistake}
        errorProps={{ role: 'alert' }}
      />
      <Text size="xs" c="dimmed">
        All that you choose must hold. Where you choose nothing, nothing is held back.
      </Text>
    </Stack>
  );
}
