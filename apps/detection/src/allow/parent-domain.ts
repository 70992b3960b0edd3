import { getPublicSuffix } from 'tldts';

/** Names that the list of public suffixes lacks, below which anybody can have one, at whatever depth. */
const SHARED = new Set([
  ...['amazonaws.com', 'core.windows.net', 'fastly.net', 'githubusercontent.com'],
  ...['sharepoint.com', 'storage.googleapis.com'],
]);

/** The names of owners count, such as `github.io`; what is asked for is a name, no address of a page. */
const LIST = { allowPrivateDomains: true, extractHostname: false, validateHostname: false };

/**
 * The name above a domain, where all that is directly below it can be thought to be of one owner; null where it cannot: names below a
 * public suffix (https://publicsuffix.org) belong to whoever registers them.
 * @param domain in normal form
 */
export function parentDomain(domain: string): string | null {
  const parent = domain.slice(domain.indexOf('.') + 1);
  const isName = domain.includes('.') && parent.includes('.');
  return isName && getPublicSuffix(parent, LIST) !== parent && !isShared(parent) ? parent : null;
}

/** Whether it is one of those, or lies below one: `eu-west-1.amazonaws.com` is for everybody, too. */
function isShared(name: string): boolean {
  const labels = name.split('.');
  return labels.some((_, from) => SHARED.has(labels.slice(from).join('.')));
}
