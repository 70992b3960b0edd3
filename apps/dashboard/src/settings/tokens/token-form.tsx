import { Button, Chip, Fieldset, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { NewTokenBody } from '../../api/generated/types.gen';
import { houseNow } from '../../api/house-clock';
import { LeaveGuard } from '../../components/leave-guard';
import { Refusal } from '../../components/refusal';
import type { Permission } from '../../session/session';
import { expiryOf, isLifetime, type Lifetime, lifetimesFor } from './expiry';
import { PermissionMatrix } from './permission-matrix';
import { isChosen, presetsFor } from './permissions';

interface TokenFormProps {
  /** Permissions of who makes the token. */
  readonly held: readonly Permission[];
  /** When the token of who makes it expires; null for never. */
  readonly last: string | null;
  readonly isPending: boolean;
  readonly problem: unknown;
  /** When it was begun, where it may be that of which the answer was lost; milliseconds since 1970. */
  readonly begun: number | undefined;
  /** @param now when it was begun */
  onSubmit(body: NewTokenBody, now: number): void;
}

interface Values {
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly lifetime: Lifetime;
  readonly day: string;
}

const bodyOf = (
  { name, permissions, lifetime, day }: Values,
  of: Parameters<typeof expiryOf>[2],
): NewTokenBody => ({
  name,
  permissions: [...permissions],
  expires_at: expiryOf(lifetime, day, of),
});

/** Asks what a new token is called, what it may do and for how long. */
export function TokenForm({ held, last, isPending, problem, begun, onSubmit }: TokenFormProps) {
  const presets = presetsFor(held);
  // That it is sent again, since its answer was lost, makes no other body of it.
  const [now] = useState(() => begun ?? houseNow());
  const [lifetimes] = useState(() => lifetimesFor({ now, last }));
  const usual = lifetimes.find(({ value }) => value === '90') ?? lifetimes[0];
  const form = useForm<Values>({
    initialValues: {
      ...{ name: '', lifetime: usual?.value ?? 'date', day: '' },
      permissions: presets[0]?.permissions ?? held,
    },
    validate: {
      name: (name) => (name.trim() === '' ? 'Say what the token is for' : null),
      permissions: (chosen) => (chosen.length === 0 ? 'Choose at least one' : null),
      day: (day, { lifetime }) =>
        expiryOf(lifetime, day, { now, last }) === undefined ? 'Choose a day' : null,
    },
  });
  const { permissions, lifetime } = form.values;
  const submit = form.onSubmit((values) => onSubmit(bodyOf(values, { now, last }), now));
  const choose = (chosen: readonly Permission[]): void => form.setFieldValue('permissions', chosen);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Name"
          description="What it is for; lists and the audit log show it"
          placeholder="dashboard backend"
          required
          maxLength={200}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Fieldset legend="What it may do">
          <Stack gap="sm">
            <Group gap="xs">
              {presets.map((preset) => (
                <Chip
                  key={preset.label}
                  size="xs"
                  checked={isChosen(preset, permissions)}
                  onChange={() => choose(preset.permissions)}
                >
                  {preset.label}
                </Chip>
              ))}
            </Group>
            <PermissionMatrix chosen={permissions} held={held} onChange={choose} />
            <Text size="xs" c="dimmed">
              You can give what your own token may do.
            </Text>
            {form.errors['permissions'] && (
              <Text size="sm" c="red" role="alert">
                {form.errors['permissions']}
              </Text>
            )}
          </Stack>
        </Fieldset>
        <Group align="flex-start" grow>
          <NativeSelect
            label="Good for"
            data={lifetimes}
            value={lifetime}
            onChange={({ currentTarget: { value } }) => {
              if (isLifetime(value)) form.setFieldValue('lifetime', value);
            }}
          />
          {lifetime === 'date' && (
            <TextInput
              type="date"
              max="9999-12-31"
              label="Last day"
              description="Until its end, where you are"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps('day')}
            />
          )}
        </Group>
        {problem !== null && <Refusal problem={problem} />}
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>
            Create Token
          </Button>
        </Group>
      </Stack>
      <LeaveGuard dirty={form.isDirty()} />
    </form>
  );
}
