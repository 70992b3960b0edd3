import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { type HostResolver, hostResolver } from '../egress/host-resolver';
import { machineNames } from '../egress/machine-names';

type Told = readonly string[] | 'silence' | 'nonsense';

/**
 * Addresses by name, all with a time to live of 0. What is no address is another name of the same zone (CNAME). A function
 * is asked for each question, by the family that is looked for, so that answers can change between them. To some names the server
 * keeps silent, or answers what cannot be read.
 */
export type Zone = Readonly<Record<string, Told | ((family: 4 | 6) => Told)>>;

export interface DnsServer {
  /** As production resolves, asking this server alone, over UDP. */
  readonly resolver: HostResolver;
  /** `address:port` */
  readonly address: string;
  close(): Promise<void>;
}

const A = 1;
const CNAME = 5;
const AAAA = 28;

/** The name of the question and where the question ends. */
function question(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let size = query.readUInt8(at); size > 0; size = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size));
    at += 1 + size;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

const encoded = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((l) => Buffer.concat([Buffer.from([l.length]), Buffer.from(l)])),
    Buffer.from([0]),
  ]);

/** A record of a name, which is written out: an answer of many names is no puzzle to read. */
function record(name: string, type: number, content: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt16BE(content.length, 8);
  return Buffer.concat([encoded(name), head, content]);
}

function records(name: string, type: number, known: readonly string[], zone: Zone): Buffer[] {
  return known.flatMap((to) => {
    if (isIP(to) === 0)
      return [
        record(name, CNAME, encoded(to)),
        ...records(to, type, addressesIn(said(zone[to], type)), zone),
      ];
    const itsType = isIPv4(to) ? A : AAAA;
    return itsType === type
      ? [record(name, type, Buffer.from(ipaddr.parse(to).toByteArray()))]
      : [];
  });
}

const said = (known: Zone[string] | undefined, type: number): Told | undefined =>
  typeof known === 'function' ? known(type === AAAA ? 6 : 4) : known;

const addressesIn = (told: Told | undefined): readonly string[] =>
  typeof told === 'object' ? told : [];

/** The answer to a query; null where the server keeps silent. */
function answer(query: Buffer, zone: Zone): Buffer | null {
  const { name, type, end } = question(query);
  const known = said(zone[name], type);
  if (known === 'silence') return null;
  const found =
    known === 'nonsense'
      ? [record(name, type, Buffer.alloc(1))]
      : records(name, type, addressesIn(known), zone);
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(found.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, query.subarray(12, end), ...found]);
}

const AT_ONCE = 32;

/** Asks for some names at once: what a socket has no room for is lost, and hundreds may come in one turn of a busy process. */
export function inTurn(resolver: HostResolver): HostResolver {
  const waiting: (() => void)[] = [];
  let free = AT_ONCE;
  return {
    resolve: async (hostname) => {
      if (free === 0) await new Promise<void>((go) => waiting.push(go));
      else free -= 1;
      try {
        return await resolver.resolve(hostname);
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
}

/** A real DNS server on the loopback. */
export async function openDnsServer(zone: Zone): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const told = answer(query, zone);
    if (told) socket.send(told, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const address = `127.0.0.1:${socket.address().port}`;
  return {
    resolver: hostResolver({ servers: [address], names: machineNames('', '') }),
    address,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}
