import { Code, Group, Kbd, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useId, useMemo } from 'react';
import { useMay } from '../../session/session';
import { CheckWords } from './check-words';
import { CodeEditor } from './code-editor';
import { hasComments } from './has-comments';
import type { Check } from './use-check';

interface DraftEditorProps {
  readonly draft: string;
  /** It is what is saved already. */
  readonly unchanged?: boolean;
  readonly check: Check;
  readonly readOnly: boolean;
  onChange(draft: string): void;
  onSave(): void;
}

/** The text of a policy, what the house says of it, and how to write it by keyboard. */
export function DraftEditor(props: DraftEditorProps) {
  const { draft, unchanged = false, check, readOnly, onChange, onSave } = props;
  const hint = useId();
  const may = useMay('policies:write');
  const commented = useMemo(() => may && hasComments(draft), [draft, may]);
  return (
    <Stack gap="xs">
      <CodeEditor
        label="Policy as YAML"
        describedBy={hint}
        value={draft}
        readOnly={readOnly}
        problem={check.state === 'wrong' ? check.place : null}
        onChange={onChange}
        onSave={onSave}
      />
      {may && <CheckWords check={check} unchanged={unchanged} />}
      {commented && (
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <IconInfoCircle
            size={18}
            color="var(--mantine-color-blue-text)"
            style={{ flex: 'none' }}
            aria-hidden
          />
          <Text size="sm">
            Comments are not kept: what stands behind a # is gone after saving. Write what others
            should know into <Code>comment</Code> of a rule, or into <Code>description</Code>.
          </Text>
        </Group>
      )}
      <Text id={hint} size="xs" c="dimmed">
        {!may ? (
          'Your token may read policies, but not change them.'
        ) : (
          <>
            <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Space</Kbd> completes,{' '}
            <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">S</Kbd> saves, <Kbd size="xs">Tab</Kbd>{' '}
            indents; <Kbd size="xs">Esc</Kbd> and then <Kbd size="xs">Tab</Kbd> leaves the editor.
          </>
        )}
      </Text>
    </Stack>
  );
}
