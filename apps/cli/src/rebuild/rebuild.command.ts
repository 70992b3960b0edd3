import { rebuild, rebuildLive } from '@parapet/chassis';
import { type Command, Misuse, type Terminal } from '../command';
import { parseWords } from '../parse-words';
import { inPatience, patience } from '../patience';
import { PlainLogger } from '../plain-logger';
import { ServicesModule } from '../services.module';
import { progressLine, type Step } from './progress-line';

/** A bar that is drawn over itself for who watches, lines for who reads later. */
const reporter =
  ({ draw, say }: Terminal) =>
  (steps: readonly Step[]): void =>
    (draw ?? say)(progressLine(steps));

/** Makes all read models again from the log. */
export const rebuildCommand: Command = {
  name: 'rebuild',
  usage: [
    [
      'parapet rebuild [--json]',
      'drops all documents and makes them again from the log; embedded: house stopped',
    ],
    [
      'parapet rebuild --live [--json]',
      'makes them beside those that are answered from, then puts them in their place',
    ],
  ],
  run: async (args, { terminal, settings }) => {
    const { values, positionals } = parseWords(args, {
      ...{ live: { type: 'boolean' }, json: { type: 'boolean' } },
    });
    if (positionals.length > 0) throw new Misuse(`\`rebuild\` takes no ${positionals[0]}.`);
    const signal = patience();
    const of = {
      ...{ module: ServicesModule, settings: settings(), signal },
      ...{ logger: new PlainLogger(terminal), report: reporter(terminal) },
    };
    const began = performance.now();
    await inPatience(signal, values.live ? rebuildLive(of) : rebuild(of));
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    if (values.json) terminal.out(JSON.stringify({ rebuilt: true, seconds: Number(seconds) }));
    else terminal.out(`All read models are made again from the log, in ${seconds} s`);
  },
};
