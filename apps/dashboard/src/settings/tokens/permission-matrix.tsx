import { Checkbox, Table, Text } from '@mantine/core';
import type { Permission } from '../../session/session';
import { mayGive, RESOURCES } from './permissions';

interface PermissionMatrixProps {
  readonly chosen: readonly Permission[];
  /** What the one who chooses holds: more cannot be given. */
  readonly held: readonly Permission[];
  onChange(chosen: readonly Permission[]): void;
}

/** What a token may do: a line for each thing, a column for reading and one for changing it. */
export function PermissionMatrix({ chosen, held, onChange }: PermissionMatrixProps) {
  const admin = chosen.includes('admin');
  const toggle = (permission: Permission): void =>
    onChange(
      chosen.includes(permission)
        ? chosen.filter((one) => one !== permission)
        : [...chosen, permission],
    );
  const box = (permission: Permission, label: string) => (
    <Checkbox
      aria-label={label}
      checked={admin || chosen.includes(permission)}
      disabled={admin || !mayGive(held, permission)}
      onChange={() => toggle(permission)}
    />
  );
  return (
    <>
      <Table
        aria-label="Permissions"
        withTableBorder
        verticalSpacing={6}
        style={{ overflowWrap: 'normal' }}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th fz="xs">About</Table.Th>
            <Table.Th fz="xs">Read</Table.Th>
            <Table.Th fz="xs">Write</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {RESOURCES.map(({ label, read, write }) => (
            <Table.Tr key={label}>
              <Table.Td>{label}</Table.Td>
              <Table.Td>{box(read, `${label}: read`)}</Table.Td>
              <Table.Td>
                {write === null ? (
                  <Text size="xs" c="dimmed">
                    by agents only
                  </Text>
                ) : (
                  box(write, `${label}: write`)
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Checkbox
        label="Admin"
        description="Everything, also what will be added later"
        checked={admin}
        disabled={!mayGive(held, 'admin')}
        onChange={() => onChange(admin ? [] : ['admin'])}
      />
    </>
  );
}
