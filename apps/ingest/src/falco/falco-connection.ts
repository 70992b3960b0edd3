import { isIP } from 'node:net';
import { known, type Members, own } from '../sensor/members';
import { isNowhere } from '../sensor/nowhere';
import { containerOf } from './falco-container';
import { type FalcoFields, text, whole } from './falco-fields';

interface Endpoint {
  readonly ip: string;
  readonly port: number | undefined;
}

interface Tuple {
  readonly source: Endpoint;
  readonly destination: Endpoint;
}

/** Reads `a:p->b:p`, from the last `->` and the last `:` of each side, because IPv6 addresses have colons themselves. */
export function parseTuple(name: string): Tuple | null {
  const arrow = name.lastIndexOf('->');
  if (arrow < 0) return null;
  return between(parseEndpoint(name.slice(0, arrow)), parseEndpoint(name.slice(arrow + 2)));
}

const between = (source: Endpoint | null, destination: Endpoint | null): Tuple | null =>
  source && destination && { source, destination };

function parseEndpoint(side: string): Endpoint | null {
  const colon = side.lastIndexOf(':');
  const ip = side.slice(0, Math.max(colon, 0)).replace(/^\[(.*)\]$/, '$1');
  const digits = side.slice(colon + 1);
  const port = /^\d{1,5}$/.test(digits) ? Number(digits) : NaN;
  return isIP(ip) !== 0 && port <= 65_535 ? { ip, port } : null;
}

/** From the client to the server: `fd.name`, else what Falco says of both. */
const tupleOf = (fields: FalcoFields): Tuple | null =>
  parseTuple(text(fields, 'fd.name') ?? '') ??
  between(endpointOf(fields, 'fd.c'), endpointOf(fields, 'fd.s'));

function endpointOf(fields: FalcoFields, end: 'fd.c' | 'fd.s'): Endpoint | null {
  const ip = text(fields, `${end}ip`) ?? '';
  return isIP(ip) === 0 ? null : { ip, port: whole(fields, `${end}port`) };
}

/** An end of a connection: from fields of its own, else from the tuple. Names of the fields by preference. */
function endOf(
  fields: FalcoFields,
  names: { readonly ip: readonly string[]; readonly port: readonly string[] },
  inTuple: Endpoint | undefined,
): { readonly ip: string | undefined; readonly port: number | undefined } {
  const given = names.ip.map((name) => text(fields, name));
  const ip = given.find((address) => address !== undefined && isIP(address) !== 0);
  return { ip: ip ?? inTuple?.ip, port: whole(fields, ...names.port) ?? inTuple?.port };
}

const OUTBOUND = {
  ...({ far: 'destination', near: 'source' } as const),
  names: ['fd.rip.name', 'fd.sip.name'],
  remote: { ip: ['fd.rip', 'fd.sip'], port: ['fd.rport', 'fd.sport'] },
  local: { ip: ['fd.lip', 'fd.cip'], port: ['fd.lport', 'fd.cport'] },
};
/** Of a connection that came in, the client is the far end. */
const INBOUND = {
  ...({ far: 'source', near: 'destination' } as const),
  names: ['fd.rip.name', 'fd.cip.name'],
  remote: { ip: ['fd.rip', 'fd.cip'], port: ['fd.rport', 'fd.cport'] },
  local: { ip: ['fd.lip', 'fd.sip'], port: ['fd.lport', 'fd.sport'] },
};

type Ends = typeof OUTBOUND | typeof INBOUND;

const ACCEPTS = /^accept4?$/;
/** As outbound as `connect` to the rules of Falco. */
const SENDS = /^send(to|msg|mmsg)$/;

/**
 * Whether somebody else began it: a tuple runs from the client to the server, on whichever side Falco saw it. Only a server of this host
 * may be nowhere: it listens at all of its addresses.
 */
function cameIn(fields: FalcoFields, tuple: Tuple | null): boolean {
  const call = text(fields, 'evt.type') ?? '';
  if (ACCEPTS.test(call)) return true;
  if (call === 'connect') return false;
  const isServer = own(fields, 'fd.is_server');
  if (typeof isServer === 'boolean') return isServer;
  if (!tuple) return false;
  const { source, destination } = tuple;
  if (isNowhere(destination.ip)) return true;
  if (SENDS.test(call) && containerOf(fields)) return false;
  return isBetween(fields, destination, source);
}

/** Whether Falco takes one end for that of this host, and the other one for the far end. */
const isBetween = (fields: FalcoFields, here: Endpoint, far: Endpoint): boolean =>
  isOnly(text(fields, 'fd.lip'), here.ip, far.ip) ||
  isOnly(text(fields, 'fd.rip'), far.ip, here.ip) ||
  isOnly(whole(fields, 'fd.lport'), here.port, far.port) ||
  isOnly(whole(fields, 'fd.rport'), far.port, here.port);

const NEAR_OR_FAR = /^fd\.[lr](ip|port)/;

/**
 * Falco takes a client for one of this host by its address, and does not know those of pods: it calls the wrong end of what they began, or
 * sent, the far one. What it says of near and far is passed over where the call says otherwise.
 */
function trusted(fields: FalcoFields, tuple: Tuple | null, { far, near }: Ends): FalcoFields {
  if (!tuple || !isBetween(fields, tuple[far], tuple[near])) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !NEAR_OR_FAR.test(name)));
}

const isOnly = <T>(value: T | undefined, one: T, other: T): boolean =>
  value !== undefined && value === one && value !== other;

/**
 * The connection that an event is about, in the words of `network_connection`; null when it names no address of somebody. Its destination
 * is the far end, also where that end began it: policies are about others, not about this host.
 */
export function connectionOf(all: FalcoFields): Members | null {
  const tuple = tupleOf(all);
  const inbound = cameIn(all, tuple);
  const ends = inbound ? INBOUND : OUTBOUND;
  const fields = trusted(all, tuple, ends);
  const remote = endOf(fields, ends.remote, tuple?.[ends.far]);
  const local = endOf(fields, ends.local, tuple?.[ends.near]);
  const destination = text(fields, ...ends.names) ?? remote.ip;
  if (destination === undefined || isNowhere(destination)) return null;
  return known({
    destination,
    destination_ip: remote.ip,
    port: remote.port,
    protocol: text(fields, 'fd.l4proto')?.toLowerCase(),
    source_ip: local.ip,
    source_port: local.port,
    direction: inbound ? 'inbound' : undefined,
  });
}
