import { command } from '../arguments/command';
import { JSON_OPTION } from '../arguments/json-option';
import { inPatience, patience } from '../patience';
import { plainLoggerAt } from '../plain-logger';
import type { Terminal } from '../surroundings';
import { farOf, progressLine, type Step } from './progress-line';
import { timeLeft } from './time-left';

/** A bar that is drawn over itself for who watches, lines for who reads later. */
function reporter({ draw, say }: Terminal, now: () => number): (steps: readonly Step[]) => void {
  const left = timeLeft(now);
  return (steps) => {
    const far = farOf(steps);
    (draw ?? say)(progressLine(far, left(far.done, far.total)));
  };
}

/** Makes all read models again from the log. */
export const rebuildCommand = command({
  call: 'rebuild',
  meaning: 'drops all documents and makes them again from the log; embedded: house stopped',
  options: {
    live: {
      ...{ type: 'boolean' },
      describe: 'makes them beside those that are answered from, then puts them in their place',
    },
    ...JSON_OPTION,
  },
  run: async ({ live, json }, { terminal, settings }) => {
    const { rebuild, rebuildLive, unhandledText } = await import('@parapet/chassis');
    const { ServicesModule } = await import('#services.module');
    const signal = patience();
    const of = {
      ...{ module: ServicesModule, settings: await settings(), signal },
      ...{
        logger: await plainLoggerAt(terminal),
        report: reporter(terminal, () => performance.now()),
      },
    };
    const began = performance.now();
    // Beside others no documents take the place of any while something could not be handled.
    const making = live ? rebuildLive(of).then(() => new Map<string, number>()) : rebuild(of);
    const unhandled = await inPatience(signal, making);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    const isWhole = unhandled.size === 0;
    const lacks = isWhole ? {} : { unhandled: Object.fromEntries(unhandled) };
    if (json) terminal.out(JSON.stringify({ rebuilt: true, seconds: Number(seconds), ...lacks }));
    else if (isWhole) terminal.out(`All read models are made again from the log, in ${seconds} s`);
    if (!isWhole) terminal.say(lacking(unhandledText(unhandled)));
    return isWhole ? 0 : 1;
  },
});

const lacking = (what: string): string =>
  `All read models are made again from the log, but lack records that could not be handled (${what}): \`parapet parked\` says which, and why. Run it again with the fix deployed, or drop there those that nobody needs.`;
