import { createLazyRoute } from '@tanstack/react-router';
import { Page } from '../components/page';

function TokensPage() {
  return <Page title="API tokens">{null}</Page>;
}

export const page = createLazyRoute('/signed-in/settings/tokens')({ component: TokensPage });
