import type { IssueEventView } from '../api/generated/types.gen';
import { textIn } from './metadata';
import { processLine } from './process-line';

/** What an observation is about, in a few words of its own: what it was directed at, and the command. */
export function gist({ kind, metadata, query }: Told): string {
  const process = processLine(metadata).at(-1);
  const what =
    query ??
    textIn(metadata, 'destination', 'destination_ip', 'path', 'file_path', 'filename') ??
    textIn(metadata, 'name', 'rule', 'message');
  const command = process?.command ?? process?.name;
  return [what, command].filter((part) => part !== undefined).join(' · ') || kind;
}

type Told = Pick<IssueEventView, 'kind' | 'metadata' | 'query'>;
