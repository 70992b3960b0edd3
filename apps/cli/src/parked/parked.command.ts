import { Metrics, openLog, systemClock } from '@parapet/chassis';
import { type EventLog } from '@parapet/eventlog';
import { type Command, Misuse, type Surroundings } from '../command';
import { parseWords } from '../parse-words';
import { inPatience, patience } from '../patience';
import { chosen, listed } from './choose-parked';
import type { ParkedEntry } from './parked-entry';
import { parkedList, parkedWhole } from './parked-text';
import { readParked, retryParked } from './parked-topic';

type Act = (log: EventLog, args: readonly string[], around: Surroundings) => Promise<void>;

const json = (entries: readonly ParkedEntry[]): string => JSON.stringify(entries, null, 2);

const list: Act = async (log, args, { terminal }) => {
  const { values, positionals } = parseWords(args, {
    ...{ topic: { type: 'string' }, group: { type: 'string' } },
    ...{ all: { type: 'boolean' }, json: { type: 'boolean' } },
  });
  if (positionals.length > 0) throw new Misuse(`\`parked list\` takes no ${positionals[0]}.`);
  const entries = listed(await readParked(log), values);
  for (const line of values.json ? [json(entries)] : parkedList(entries)) terminal.out(line);
};

const show: Act = async (log, args, { terminal }) => {
  const { values, positionals } = parseWords(args, { json: { type: 'boolean' } });
  const [id, ...more] = positionals;
  if (id === undefined || more.length > 0) throw new Misuse('`parked show` takes one id.');
  const entry = chosen(await readParked(log), id);
  for (const line of values.json ? [JSON.stringify(entry, null, 2)] : parkedWhole(entry))
    terminal.out(line);
};

const retry: Act = async (log, args, { terminal, now }) => {
  const { values, positionals } = parseWords(args, {
    ...{ all: { type: 'boolean' }, topic: { type: 'string' } },
    ...{ group: { type: 'string' }, json: { type: 'boolean' } },
  });
  const { topic, group } = values;
  if ((values.all === true) === positionals.length > 0)
    throw new Misuse('`parked retry` takes ids, or --all for everything that is open.');
  const entries = await readParked(log);
  const ids = positionals.map((id) => chosen(entries, id));
  const wanted = values.all ? listed(entries, { topic, group }) : [...new Set(ids)];
  const retried: string[] = [];
  for (const entry of wanted) {
    const ended = await retryParked(log, entry, now());
    if (ended === null) retried.push(entry.id);
    terminal.say(
      ended === null
        ? `${entry.id} was appended to ${entry.topic} again`
        : `${entry.id} was not: ${ended} ended ${entry.record.key}, and this would bring it back`,
    );
  }
  if (values.json) terminal.out(JSON.stringify({ retried }));
  else terminal.out(`${retried.length} retried. What cannot be handled again is parked again.`);
};

const ACTS: Readonly<Record<string, Act>> = { list, show, retry };

/** Records that consumers could not handle: what they are, and once more for those that can be handled by now. */
export const parkedCommand: Command = {
  name: 'parked',
  usage: [
    [
      'parapet parked list [--topic T] [--group G] [--all] [--json]',
      'records that could not be handled; --all: also those retried',
    ],
    ['parapet parked show ID [--json]', 'one of them, whole; the beginning of the id is enough'],
    [
      'parapet parked retry ID… | --all [--topic T] [--group G] [--json]',
      'appends them to their topics again',
    ],
  ],
  run: async ([word = 'list', ...args], around) => {
    const act = ACTS[word];
    if (!act) throw new Misuse(`There is no \`parked ${word}\`.`);
    const signal = patience();
    const options = {
      settings: around.settings(),
      clock: systemClock,
      metrics: new Metrics(),
      signal,
    };
    const log = await inPatience(signal, openLog(options));
    try {
      await act(log, args, around);
    } finally {
      await log.close();
    }
  },
};
