import type { HouseClient } from '../../house/house-client';
import { HouseProblem } from '../../house/house-problem';
import { type Listener, openReceiver } from './receiver';

const HOW_IT_MAY =
  'start it on this machine with WEBHOOK_ALLOW_HTTP=on WEBHOOK_ALLOW_CIDRS=127.0.0.0/8.';

/** A webhook of the house that leads here. */
export interface ListeningWebhook {
  /** Removes it, and listens no longer. */
  close(): Promise<void>;
}

/**
 * Listens on this machine and lets the house tell it of issues.
 * @returns null when the house does not tell this machine; the listener is told why
 */
export async function openWebhook(
  admin: HouseClient,
  listener: Listener & { notAllowed(reason: string): void },
): Promise<ListeningWebhook | null> {
  const receiver = await openReceiver(listener);
  try {
    const { id, secret } = await admin.read<{ id: string; secret: string }>('/v1/webhooks', {
      method: 'POST',
      json: {
        ...{ url: receiver.url, events: ['issue.created', 'issue.resolved'] },
        description: 'parapet demo: listens while it runs',
      },
    });
    receiver.trust(secret);
    const close = async (): Promise<void> => {
      try {
        await admin.remove(`/v1/webhooks/${id}`);
      } finally {
        await receiver.close();
      }
    };
    return { close };
  } catch (error) {
    await receiver.close();
    if (!(error instanceof HouseProblem)) throw error;
    listener.notAllowed(error.status === 400 ? HOW_IT_MAY : error.message);
    return null;
  }
}
