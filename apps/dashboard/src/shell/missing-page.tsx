import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../components/empty-state';
import { Page } from '../components/page';

export function MissingPage() {
  return (
    <Page title="There is no such page">
      <EmptyState
        title="Nothing is here"
        action={
          <Button component={Link} to="/">
            To the overview
          </Button>
        }
      >
        The link may be wrong, or what it led to is no more.
      </EmptyState>
    </Page>
  );
}
