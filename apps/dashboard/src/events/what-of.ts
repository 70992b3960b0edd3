import type { ListedEvent } from '../api/generated/types.gen';

type Told = Pick<ListedEvent, 'query' | 'process' | 'metadata'>;

/**
 * What an event is about, in a few words: where a connection went, which name was looked up, which file was opened, which command
 * was run; as far as it says so. Empty when it says none of it.
 */
export function whatOf({ query, process, metadata }: Told): string {
  const { destination, destination_ip, port, path, rule } = metadata;
  const place = wordOf(destination) ?? wordOf(destination_ip);
  const found =
    query ?? (place && withPort(place, port)) ?? wordOf(path) ?? commandOf(process) ?? wordOf(rule);
  return found ?? '';
}

/** Which process did it, where that is not all there is to say. */
export function whoOf(event: Told): string {
  const who = wordOf(event.process?.['executable']) ?? commandOf(event.process) ?? '';
  return who === whatOf(event) ? '' : who;
}

const commandOf = (process: Told['process']): string | undefined =>
  wordOf(process?.['command']) ?? wordOf(process?.['executable']);

const withPort = (place: string, port: unknown): string =>
  typeof port === 'number' ? `${place}:${port}` : place;

const wordOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
