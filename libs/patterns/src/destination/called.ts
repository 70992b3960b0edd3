import { type Destination, destinationOf } from './destination';

/** Characters of what a destination is called. */
export const LONGEST_DESTINATION = 512;

/** What a destination is called, at most 512 characters each. */
export interface CalledDestination {
  /** In normal form; or as sent, in lower case, where it is no well-formed name. */
  readonly domain?: string;
  /** In normal form: of IPv6 RFC 5952. */
  readonly ip?: string;
}

export const calledIn = (destination: Destination | null): CalledDestination => ({
  ...(destination?.domain !== undefined && { domain: bounded(destination.domain) }),
  ...(destination?.ip && { ip: destination.ip.text }),
});

/**
 * What a text may stand for where somebody looks for a destination: it is read as that of an observation is, so that a URL stands for its
 * host. An address is looked for as a name too: so it is called where another one was reached. Nothing is called so in two of these ways.
 */
export function soughtAs(text: string): readonly CalledDestination[] {
  const { domain, ip } = calledIn(destinationOf('', { destination: text }));
  const names = new Set([domain ?? ip, bounded(text.toLowerCase())]);
  const named = [...names].flatMap((name) => (name === undefined ? [] : [{ domain: name }]));
  return ip === undefined ? named : [{ ip }, ...named];
}

const bounded = (text: string): string => text.slice(0, LONGEST_DESTINATION).toWellFormed();
