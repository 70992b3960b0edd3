import { SettingsError } from '../settings/settings-error';

/** What a person is told of a process that does not start: a sentence for what they can mend, the stack for a bug. */
export function saidPlainly(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SettingsError) return error.message;
  return sentenceOf(error) ?? error.stack ?? error.message;
}

function sentenceOf(error: Error): string | undefined {
  if (isOfListening(error)) return refusal(error);
  if (isOfLookUp(error))
    return `${error.hostname} is no address of this machine, or nobody could say which: set HOST to one that is, or leave it out for all`;
  return undefined;
}

type OfLookUp = Error & { hostname: unknown };

/** Of all names that a process is given, it looks up only HOST before it serves without waiting for an answer. */
const isOfLookUp = (error: Error): error is OfLookUp =>
  'syscall' in error && error.syscall === 'getaddrinfo' && 'hostname' in error;

type OfListening = Error & { code: unknown; address: string; port: number };

const isOfListening = (error: Error): error is OfListening =>
  'syscall' in error && error.syscall === 'listen' && 'address' in error && 'port' in error;

function refusal({ code, address, port }: OfListening): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `${address}:${port} is taken by another process: stop that one, or set PORT to another port (0 takes any free one)`;
    case 'EADDRNOTAVAIL':
      return `${address} is no address of this machine: set HOST to one that is, or leave it out for all`;
    case 'EACCES':
      return `${address}:${port} is not for this user: set PORT to 1024 or more`;
    default:
      return undefined;
  }
}
