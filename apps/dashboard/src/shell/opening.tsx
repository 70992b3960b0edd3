import { Center, Loader, VisuallyHidden } from '@mantine/core';
import { useRouterState } from '@tanstack/react-router';
import { router } from '../router';
import classes from './opening.module.css';

/** In place of the first page, where it takes a while: who is signed in is asked before anything else can be shown. */
export function Opening() {
  const isOpen = useRouterState({
    router,
    select: (state) => state.resolvedLocation !== undefined,
  });
  if (isOpen) return null;
  return (
    <Center component="main" className={classes.late} h="100dvh">
      <div role="status">
        <Loader aria-hidden />
        <VisuallyHidden component="h1">Loading…</VisuallyHidden>
      </div>
    </Center>
  );
}
