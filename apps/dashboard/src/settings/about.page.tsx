import { createLazyRoute } from '@tanstack/react-router';
import { Page } from '../components/page';

function AboutPage() {
  return <Page title="About">{null}</Page>;
}

export const page = createLazyRoute('/signed-in/settings/about')({ component: AboutPage });
