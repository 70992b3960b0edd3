import { useQueryClient } from '@tanstack/react-query';
import {
  getWebhookQueryKey,
  listDeliveriesInfiniteQueryKey,
  listWebhooksInfiniteQueryKey,
} from '../../api/generated/@tanstack/react-query.gen';

/** What to call when something of a webhook has changed: what is known of it is asked again. */
export function useChangedWebhook(webhookId: string): () => Promise<unknown> {
  const queries = useQueryClient();
  const path = { webhook_id: webhookId };
  const keys = [
    getWebhookQueryKey({ path }),
    listDeliveriesInfiniteQueryKey({ path }),
    listWebhooksInfiniteQueryKey(),
  ];
  return () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
