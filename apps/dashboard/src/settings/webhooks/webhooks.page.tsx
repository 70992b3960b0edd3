import { createLazyRoute } from '@tanstack/react-router';
import { Page } from '../../components/page';

function WebhooksPage() {
  return <Page title="Webhooks">{null}</Page>;
}

export const page = createLazyRoute('/signed-in/settings/webhooks')({ component: WebhooksPage });
