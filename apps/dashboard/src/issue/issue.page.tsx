import { createLazyRoute } from '@tanstack/react-router';
import { Page } from '../components/page';

function IssuePage() {
  return <Page title="Issue">{null}</Page>;
}

export const page = createLazyRoute('/signed-in/issues/$issueId')({ component: IssuePage });
