import { isIP } from 'node:net';
import { known, type Members, objectOf, own } from '../sensor/members';
import { isNowhere } from '../sensor/nowhere';
import { listOf, text, whole } from './tetragon-fields';
import type { TetragonPart } from './tetragon-kind';

/** What an event is about, in the words of observations. */
interface Subject {
  readonly kind: string;
  readonly about: Members;
}

/** What an event is about: a process that was started, a connection, a file; else a kind of its own. */
export function subjectOf({ name, part }: TetragonPart): Subject {
  if (name === 'process_exec') return { kind: 'process_execution', about: {} };
  return (
    subjectAmong(listOf(part, 'args')) ??
    subjectAmong([own(part, 'return')]) ?? { kind: `tetragon_${name}`, about: {} }
  );
}

/** An accept is given the socket that listens, which is nowhere, and returns the one that leads to the client. */
function subjectAmong(values: readonly unknown[]): Subject | undefined {
  const args = values.map(objectOf);
  const connection = firstOf(args, connectionOf);
  if (connection)
    return { kind: 'network_connection', about: { ...connection, ...firstOf(args, protocolOf) } };
  const file = firstOf(args, fileOf);
  return file && { kind: 'file_access', about: file };
}

function firstOf(
  args: readonly Members[],
  read: (arg: Members) => Members | undefined,
): Members | undefined {
  for (const arg of args) {
    const found = read(arg);
    if (found) return found;
  }
  return undefined;
}

/** The far end of a socket, or the address that one is led to. */
function connectionOf(arg: Members): Members | undefined {
  const sock = objectOf(own(arg, 'sock_arg'));
  const address = objectOf(own(arg, 'sockaddr_arg'));
  const destination = addressOf(sock, 'daddr') ?? addressOf(address, 'addr');
  if (destination === undefined) return undefined;
  return known({
    destination,
    destination_ip: destination,
    port: whole(sock, 'dport') ?? whole(address, 'port'),
    source_ip: addressOf(sock, 'saddr'),
    source_port: whole(sock, 'sport'),
    direction: text(sock, 'state') === ACCEPTING ? 'inbound' : undefined,
  });
}

/**
 * Who began a connection Tetragon does not say: its far end is `daddr` on either side, also of one that was accepted. Only the side
 * that was asked is in this state.
 */
const ACCEPTING = 'TCP_SYN_RECV';

function addressOf(members: Members, name: string): string | undefined {
  const address = text(members, name);
  if (address === undefined || isIP(address) === 0 || isNowhere(address)) return undefined;
  return address;
}

/** `IPPROTO_TCP` is `tcp`. What leads a socket to an address has the two as arguments of their own. */
function protocolOf(arg: Members): Members | undefined {
  const protocol = text(objectOf(own(arg, 'sock_arg')), 'protocol');
  return protocol === undefined
    ? undefined
    : { protocol: protocol.replace(/^IPPROTO_/, '').toLowerCase() };
}

function fileOf(arg: Members): Members | undefined {
  const file = objectOf(own(arg, 'file_arg') ?? own(arg, 'path_arg'));
  const path = text(file, 'path');
  if (path === undefined) return undefined;
  return known({
    path,
    mount: text(file, 'mount'),
    flags: text(file, 'flags'),
    permission: text(file, 'permission'),
  });
}
