import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';

export function ColorSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  const Icon = other === 'dark' ? IconMoon : IconSun;
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={`Use ${other} colours`}
      onClick={() => setColorScheme(other)}
    >
      <Icon size={18} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}
