import { createLazyRoute } from '@tanstack/react-router';
import { Page } from '../components/page';

function OverviewPage() {
  return <Page title="Overview">{null}</Page>;
}

export const page = createLazyRoute('/signed-in/')({ component: OverviewPage });
