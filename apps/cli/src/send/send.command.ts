import { type BigIntStats, fstatSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { command } from '../arguments/command';
import { JSON_OPTION } from '../arguments/json-option';
import { endedByHand } from '../ended-by-hand';
import { HOUSE_OPTIONS, houseOf } from '../house/house-options';
import { type ExitCode, Misuse, type Terminal } from '../surroundings';
import { asAgent } from './as-agent';
import { Courier, type CourierWorld } from './courier';
import { MemoryOutbox, type Outbox } from './outbox';
import { Rejects } from './rejects';
import { inputOf, isFed, isPiped } from './send-input';
import { sendLines } from './send-lines';
import { sendProgress } from './send-progress';
import { SendTally } from './send-tally';
import { SignsOfLife } from './signs-of-life';
import { Spool } from './spool';

const MIB = 1024 * 1024;

/** Where lines of each format are taken. */
const PATHS = {
  observation: '/v1/events_v2/batch',
  falco: '/v1/integrations/falco',
  tetragon: '/v1/integrations/tetragon',
} as const;

/** Sends lines of a file or a pipe to the house. */
export const sendCommand = command({
  ...{ call: 'send [file]', isFed: true },
  meaning: 'sends events, a JSON object on each line; needs the token of an agent',
  words: {
    file: { type: 'string', describe: 'what to send; - or nothing for what is piped in' },
  },
  options: {
    ...HOUSE_OPTIONS,
    format: {
      choices: Object.keys(PATHS) as (keyof typeof PATHS)[],
      default: 'observation' as const,
      describe: 'what the lines are',
    },
    spool: {
      type: 'string',
      describe: 'a folder that keeps what is piped in until the house has it',
    },
    'spool-limit': {
      type: 'number',
      default: 1024,
      describe: 'MiB that may wait in the spool; then whoever pipes has to wait',
    },
    rejects: { type: 'string', describe: 'a file to which lines are added that were refused' },
    ...JSON_OPTION,
  },
  run: async (args, around): Promise<ExitCode> => {
    const { terminal, now } = around;
    const house = houseOf(args, around);
    refuseUnreadable(args);
    const outbox = outboxOf(args, terminal.say);
    const tally = new SendTally();
    const began = now();
    const ending = endedByHand(process, isPiped(args.file) ? ['SIGINT', 'SIGTERM'] : []);
    const { signal } = ending;
    const { leaving, kept } = leavingAfter(signal, args.spool !== undefined);
    signal.addEventListener('abort', () => {
      setTimeout(ending.forget, ONCE_MS).unref();
      setImmediate(() => leaving.aborted || terminal.say(SENDING_THE_REST));
    });
    try {
      const { input, bytes } = inputOf(args.file, around);
      const courier = new Courier(house, PATHS[args.format], courierWorld(terminal, leaving));
      const progress = sendProgress(bytes, { terminal, now });
      const isAll = await sendLines({
        ...{ input, ending: signal, outbox, tally, kept, rejects: new Rejects(args.rejects) },
        ...{ courier, signs: new SignsOfLife((over) => courier.sayAlive(over), waitUnless) },
        progress: (sent) => progress(sent, tally.lines),
      });
      if (!isAll) terminal.say(`What was not sent waits in ${args.spool}.`);
    } catch (error) {
      throw asAgent(error);
    } finally {
      ending.forget();
      outbox.close();
      const seconds = (now() - began) / 1_000;
      const text = args.json ? [JSON.stringify(tally.json(seconds))] : tally.text();
      for (const line of text) terminal.out(line);
    }
    return tally.wrong > 0 ? 1 : 0;
  },
});

const SENDING_THE_REST = 'What was read is being sent; to be told once more ends it at once.';

/** What comes within so many milliseconds was said once: a terminal tells every process, and npm tells its child once more. */
const ONCE_MS = 200;

/** A signal that aborts when it is to end and what was read outlives it: not what waits in memory, for want of a spool or of room. */
function leavingAfter(
  ending: AbortSignal,
  isSpooled: boolean,
): { readonly leaving: AbortSignal; readonly kept: () => void } {
  const { promise, resolve: kept } = Promise.withResolvers<void>();
  const leaving = new AbortController();
  if (isSpooled) ending.addEventListener('abort', () => void promise.then(() => leaving.abort()));
  return { leaving: leaving.signal, kept };
}

/** @param leaving aborts when what is not decided may stay where it is kept */
const courierWorld = ({ say }: Pick<Terminal, 'say'>, leaving: AbortSignal): CourierWorld => ({
  ...{ say, leaving, now: () => performance.now() },
  wait: (ms) => waitUnless(ms, leaving),
});

/** Resolves after so many milliseconds, or when the signal aborts. */
const waitUnless = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal }).catch(() => undefined);

interface Keeping {
  readonly format: string;
  readonly file?: string | undefined;
  readonly spool?: string | undefined;
  readonly 'spool-limit': number;
}

/** @throws Misuse when a spool makes no sense, or its limit none, or it keeps lines of another format */
function outboxOf(
  { file, format, spool, 'spool-limit': limit }: Keeping,
  say: (line: string) => void,
): Outbox {
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new Misuse('--spool-limit is a whole number of MiB, such as 1024.');
  if (spool === undefined) return new MemoryOutbox();
  if (isPiped(file)) return new Spool(spool, format, limit * MIB, say);
  throw new Misuse(
    'A file needs no --spool: it stays where it is, and what is sent twice is known the second time.',
  );
}

interface Kept {
  readonly file?: string | undefined;
  readonly rejects?: string | undefined;
}

const HOW = { bigint: true, throwIfNoEntry: false } as const;

/** @throws Misuse for a folder, and for a file that is sent and written to */
function refuseUnreadable({ file, rejects }: Kept): void {
  const isNamed = file !== undefined && !isFed(file);
  const read = isNamed ? statSync(file, HOW) : fstatSync(0, HOW);
  if (read?.isDirectory())
    throw new Misuse(
      `${isNamed ? file : 'What is piped in'} is a folder: send each file in it by a call of its own.`,
    );
  if (rejects !== undefined) refuseOwnInput(rejects, read);
}

/** @throws Misuse when what is refused would be added to what is being read: a long file would never end */
function refuseOwnInput(rejects: string, read: BigIntStats | undefined): void {
  const kept = statSync(rejects, HOW);
  if (kept?.isFile() && kept.dev === read?.dev && kept.ino === read.ino)
    throw new Misuse('--rejects is the file that is sent: give it another one.');
}
