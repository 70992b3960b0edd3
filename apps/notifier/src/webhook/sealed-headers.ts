import type { Webhook } from '@parapet/contracts';
import type { SealedHeaders } from './change-webhook';
import type { CustomHeaders } from './check-headers';
import type { SecretBox } from './secret-box';

/** What seals of headers are bound to: the secret of the webhook, which is bound to its id alone, does not open as its headers. */
export const headersBoundTo = (webhookId: string): string => `${webhookId}/headers`;

/** Names of headers are the same in upper and lower case: they are kept and sent in lower case. */
export const inLowerCase = (headers: CustomHeaders): CustomHeaders =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Seals headers for the log. */
export function sealHeaders(
  box: SecretBox,
  webhookId: string,
  headers: CustomHeaders,
): SealedHeaders {
  const lower = inLowerCase(headers);
  const names = Object.keys(lower);
  if (names.length === 0) return { header_names: [], headers_sealed: null };
  return {
    header_names: names.sort(),
    headers_sealed: box.seal(JSON.stringify(lower), headersBoundTo(webhookId)),
  };
}

/** The headers that a webhook sends besides the house's. @throws SealBroken */
export function openHeaders(
  box: SecretBox,
  { id, headers_sealed }: Pick<Webhook, 'id' | 'headers_sealed'>,
): CustomHeaders {
  if (headers_sealed === null || headers_sealed === undefined) return {};
  return JSON.parse(box.open(headers_sealed, headersBoundTo(id))) as CustomHeaders;
}
