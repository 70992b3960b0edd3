import { Stack } from '@mantine/core';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../components/page';
import { useMay } from '../session/session';
import { SECTIONS } from './sections';
import classes from './settings-frame.module.css';

interface SettingsFrameProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the settings, below the ways to the others. */
export function SettingsFrame({ title, actions, children }: SettingsFrameProps) {
  return (
    <Stack gap="md" maw={1160}>
      <nav aria-label="Settings" className={classes.sections}>
        {SECTIONS.map((section) => (
          <Section key={section.to} {...section} />
        ))}
      </nav>
      <Page title={title} actions={actions}>
        {children}
      </Page>
    </Stack>
  );
}

type SectionProps = (typeof SECTIONS)[number];

function Section({ to, label, needs }: SectionProps) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const here = path === to || path.startsWith(`${to}/`);
  const may = useMay(needs ?? 'admin') || needs === null;
  if (!may && !here) return null;
  return (
    <Link to={to} className={classes.section} aria-current={here ? 'page' : undefined}>
      {label}
    </Link>
  );
}
