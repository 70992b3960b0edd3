import { SettingsError } from '../settings/settings-error';

/** What a person is told of a process that does not start: a sentence for what they can mend, the stack for a bug. */
export function saidPlainly(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof SettingsError) return error.message;
  return isTaken(error)
    ? `${error.address}:${error.port} is taken by another process: stop that one, or set PORT to another port (0 takes any free one)`
    : (error.stack ?? error.message);
}

const isTaken = (error: Error): error is Error & { address: string; port: number } =>
  'code' in error && error.code === 'EADDRINUSE' && 'address' in error && 'port' in error;
