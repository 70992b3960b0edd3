import { createLazyRoute } from '@tanstack/react-router';
import { Page } from '../../components/page';

function WebhookPage() {
  return <Page title="Webhook">{null}</Page>;
}

export const page = createLazyRoute('/signed-in/settings/webhooks/$webhookId')({
  component: WebhookPage,
});
