import { Group, Text } from '@mantine/core';

interface LogoProps {
  /** A class of the word beside the sign. */
  readonly wordClassName?: string;
}

export function Logo({ wordClassName }: LogoProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      <img src="/favicon.svg" alt="" width={28} height={28} />
      <Text fw={700} size="lg" className={wordClassName}>
        Parapet
      </Text>
    </Group>
  );
}
