// Needs two packages of npm: npm install standardwebhooks @octokit/webhooks-methods
import { verify } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';

/** The body as text, as it came; the headers as they came, in lower case. */
type Request = { body: string; headers: Record<string, string> };

/** Throws unless it is signed and not older than five minutes. */
export const verifyStandard = (secret: string, { body, headers }: Request): unknown =>
  new Webhook(secret).verify(body, headers);

/** Resolves with false unless it is signed. */
export const verifyService = (secret: string, { body, headers }: Request): Promise<boolean> =>
  verify(secret, body, headers['x-service-signature'] ?? 'none');
