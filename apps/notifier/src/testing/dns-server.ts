import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { HostResolver } from '../egress/host-resolver';

/** Addresses by name. A function is asked for each question, so that answers can change between them. */
export type Zone = Readonly<Record<string, readonly string[] | (() => readonly string[])>>;

export interface DnsServer {
  /** Resolves names by this server alone, over UDP. */
  readonly resolver: HostResolver;
  close(): Promise<void>;
}

const A = 1;
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

function record(address: string): Buffer {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(isIPv4(address) ? A : AAAA, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}

function answer(query: Buffer, zone: Zone): Buffer {
  const { name, type, end } = question(query);
  const known = zone[name];
  const addresses = typeof known === 'function' ? known() : (known ?? []);
  const asked = addresses.filter((a) => (isIPv4(a) ? A : AAAA) === type);
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(known ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(asked.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, query.subarray(12, end), ...asked.map(record)]);
}

/** A real DNS server on the loopback. */
export async function openDnsServer(zone: Zone): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => socket.send(answer(query, zone), from.port, from.address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const dns = new Resolver({ timeout: 2_000, tries: 1 });
  dns.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    resolver: {
      resolve: async (hostname) => {
        const [four, six] = await Promise.allSettled([
          dns.resolve4(hostname),
          dns.resolve6(hostname),
        ]);
        if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
        const found = [four, six].flatMap((r) => (r.status === 'fulfilled' ? r.value : []));
        return found.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
      },
    },
    close: async () => {
      dns.cancel();
      socket.close();
      await once(socket, 'close');
    },
  };
}
