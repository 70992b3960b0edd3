import { AppShell, Burger, Group, ScrollArea, Stack } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { LiveProvider } from '../live/live';
import { Account } from './account';
import { ColorSchemeToggle } from './color-scheme-toggle';
import { LeaveWhenSignedOut } from './leave-when-signed-out';
import { LiveMark } from './live-mark';
import { Logo } from './logo';
import { Navigation } from './navigation';
import classes from './shell.module.css';
import { useFocusOnPage } from './use-focus-on-page';

/** Where the navigation covers the page, and is closed until it is asked for: below the breakpoint `sm`. */
const NARROW = '(width < 48em)';

/** What stands around every page of somebody who is signed in. */
export function Shell() {
  const [opened, { toggle, close }] = useDisclosure();
  const isNarrow = useMediaQuery(NARROW);
  const page = useFocusOnPage();
  return (
    <LiveProvider>
      <LeaveWhenSignedOut />
      <a className={classes.skip} href="#page">
        Skip to the page
      </a>
      <AppShell
        header={{ height: 56 }}
        navbar={{ width: 216, breakpoint: 'sm', collapsed: { mobile: !opened } }}
        padding="md"
      >
        <AppShell.Header className={classes.around}>
          <Group h="100%" px="md" justify="space-between" wrap="nowrap">
            <Group gap="sm" wrap="nowrap">
              <Burger
                opened={opened}
                onClick={toggle}
                hiddenFrom="sm"
                size="sm"
                aria-label={opened ? 'Close the navigation' : 'Open the navigation'}
                aria-expanded={opened}
              />
              <Logo wordClassName={classes.word} />
            </Group>
            <Group gap="xs" wrap="nowrap">
              <LiveMark />
              <ColorSchemeToggle />
              <Account />
            </Group>
          </Group>
        </AppShell.Header>
        {/* Closed, it stands beside the screen, where nobody sees what has the keys. */}
        <AppShell.Navbar
          p="xs"
          aria-label="Main"
          className={classes.around}
          inert={isNarrow && !opened}
        >
          <ScrollArea>
            <Stack gap={2}>
              <Navigation onGo={close} />
            </Stack>
          </ScrollArea>
        </AppShell.Navbar>
        <AppShell.Main ref={page} id="page" tabIndex={-1} className={classes.page}>
          <Outlet />
        </AppShell.Main>
      </AppShell>
    </LiveProvider>
  );
}
