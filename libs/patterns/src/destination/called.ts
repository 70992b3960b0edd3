import { bounded } from '@parapet/contracts';
import { type Destination, destinationOf } from './destination';

/** What a destination is called, each `bounded`. */
export interface CalledDestination {
  /** In normal form; or as sent, in lower case, where it is no well-formed name. */
  readonly domain?: string;
  /** In normal form: of IPv6 RFC 5952. */
  readonly ip?: string;
}

/** What a destination is called, by which it is kept and found; nothing where there is none. */
export function calledIn(destination: Destination | null): CalledDestination {
  if (!destination) return {};
  const { domain, ip, wellFormed } = destination;
  if (!ip) return domain === undefined ? {} : { domain: bounded(domain) };
  // Who looks for a name that is but this address once more finds it by that.
  const isOdd = domain !== undefined && !wellFormed;
  const isSame = isOdd && soughtAs(bounded(domain)).some((sought) => sought.ip === ip.text);
  const isNamed = domain !== undefined && !isSame;
  return { ...(isNamed && { domain: bounded(domain) }), ip: ip.text };
}

/**
 * What a text may stand for where somebody looks for a destination: it is read as that of an observation is, so that a URL stands for its
 * host, and as a name that is looked up. An address is looked for as a name too: so it is called where another one was reached. Nothing is
 * called so in two of these ways.
 */
export function soughtAs(text: string): readonly CalledDestination[] {
  const there = destinationOf('', { destination: text });
  const lookedUp = destinationOf('dns', { query: text });
  const ip = there?.ip?.text;
  const names = [there?.domain ?? ip, lookedUp?.domain, text.toLowerCase()].flatMap((name) =>
    name === undefined ? [] : [bounded(name)],
  );
  const named = [...new Set(names)].map((domain) => ({ domain }));
  return ip === undefined ? named : [{ ip }, ...named];
}
