import { createLazyRoute } from '@tanstack/react-router';
import { Page } from '../components/page';

function IssuesPage() {
  return <Page title="Issues">{null}</Page>;
}

export const page = createLazyRoute('/signed-in/issues')({ component: IssuesPage });
