import { createLazyRoute } from '@tanstack/react-router';
import { Page } from '../components/page';

function StartPage() {
  return <Page title="Start">{null}</Page>;
}

export const page = createLazyRoute('/signed-in/start')({ component: StartPage });
