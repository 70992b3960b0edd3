import { Alert, Button, Checkbox, Fieldset, Group, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDidUpdate } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { LeaveGuard } from '../../components/leave-guard';
import { Refusal } from '../../components/refusal';
import { visible } from '../../components/visible';
import { mistakesOf } from '../mistakes';
import { FilterFields } from './filter-fields';
import { formatHint } from './format-hint';
import { HeaderFields } from './header-fields';
import {
  headersMistake,
  WEBHOOK_EVENTS,
  WEBHOOK_FORMATS,
  type WebhookValues,
  writtenOn,
} from './webhook-values';

const FIELDS = ['url', 'description', 'format', 'events', 'filter', 'headers'] as const;

interface WebhookFormProps {
  /** Others, once what was sent is saved. */
  readonly initial: WebhookValues;
  /** Of the headers that the webhook has already. */
  readonly kept: readonly string[];
  readonly action: string;
  readonly isPending: boolean;
  readonly problem: unknown;
  onSubmit(values: WebhookValues): void;
}

const shown = (mistake: string | undefined): string | undefined =>
  mistake === undefined ? undefined : visible(mistake);

/** What a webhook is; what the API finds wrong stands at its field. */
export function WebhookForm(props: WebhookFormProps) {
  const { initial, kept, action, isPending, problem, onSubmit } = props;
  const form = useForm<WebhookValues>({
    initialValues: initial,
    validate: {
      url: (url) => (url.trim() === '' ? 'Say where it leads' : null),
      events: (events) => (events.length === 0 ? 'Choose at least one' : null),
      headers: headersMistake,
    },
  });
  const [sent, setSent] = useState(initial);
  useDidUpdate(() => {
    form.setValues(writtenOn(sent, form.getValues(), initial));
    form.resetDirty(initial);
  }, [initial]);
  const submit = (values: WebhookValues): void => {
    setSent(values);
    onSubmit(values);
  };
  const { at, rest } = mistakesOf(problem, FIELDS);
  const told = useRef<unknown>(null);
  useEffect(() => {
    const [first] = at.keys();
    if (first !== undefined && told.current !== problem) form.getInputNode(first)?.focus();
    told.current = problem;
  });
  const errorOf = (field: 'url' | 'description' | 'format' | 'events') => ({
    error: form.errors[field] ?? shown(at.get(field)),
    errorProps: { role: 'alert' },
  });
  const { headers } = form.errors;
  const hint = formatHint(form.values.url, form.values.format);
  return (
    <form
      onSubmit={form.onSubmit(submit, (errors) =>
        form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
      )}
      noValidate
    >
      <Stack>
        <TextInput
          label="URL"
          description="https, at a public address; it is sent a POST"
          placeholder="https://receiver.example/parapet"
          inputMode="url"
          required
          maxLength={2048}
          data-autofocus
          {...form.getInputProps('url')}
          {...errorOf('url')}
        />
        <TextInput
          label="Description"
          maxLength={1024}
          {...form.getInputProps('description')}
          {...errorOf('description')}
        />
        <Select
          label="Format"
          description="How it is written; what was planned before a change is sent as it was"
          data={WEBHOOK_FORMATS}
          allowDeselect={false}
          {...form.getInputProps('format')}
          {...errorOf('format')}
        />
        {hint !== null && (
          <Alert color="yellow" role="status">
            {hint}
          </Alert>
        )}
        <Checkbox.Group label="Events" {...form.getInputProps('events')} {...errorOf('events')}>
          <Group gap="md" mt={4} align="flex-start">
            {WEBHOOK_EVENTS.map((event) => (
              <Checkbox key={event.value} {...event} w={220} />
            ))}
          </Group>
        </Checkbox.Group>
        <Fieldset legend="Only issues with">
          <FilterFields form={form} mistake={shown(at.get('filter'))} />
        </Fieldset>
        <Fieldset legend="Headers to send along">
          <HeaderFields
            headers={form.values.headers}
            kept={kept}
            mistake={typeof headers === 'string' ? headers : at.get('headers')}
            onChange={(pairs) => form.setFieldValue('headers', pairs)}
          />
        </Fieldset>
        {rest !== null && <Refusal problem={rest} />}
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
      <LeaveGuard dirty={form.isDirty()} />
    </form>
  );
}
