import { Group, Text } from '@mantine/core';

export function Logo() {
  return (
    <Group gap="xs" wrap="nowrap">
      <img src="/favicon.svg" alt="" width={28} height={28} />
      <Text fw={700} size="lg">
        Parapet
      </Text>
    </Group>
  );
}
