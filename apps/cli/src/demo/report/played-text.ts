import type { Played } from '../run-demo';
import { findingsText } from './findings-text';
import type { Look } from './look';

/** What was found, and whether that is what was there to be found. */
export function playedText(played: Played, look: Look): string[] {
  const sum = [...foundText(played, look), ...toldText(played, look)];
  return [
    '',
    look.bold('What the house found'),
    '',
    ...findingsText(played.found, look),
    '',
    ...sum,
  ];
}

function foundText({ missing, unexpected, found, kept }: Played, look: Look): string[] {
  const wrong = [
    ...missing.map(({ title, agent }) => `Not found as it is: ${title} (${agent})`),
    ...unexpected.map(({ title, agent }) => `Raised of what is ordinary: ${title} (${agent})`),
  ];
  if (wrong.length > 0) return wrong.map((line) => look.bad(line));
  const counted = found.reduce((sum, { occurrences }) => sum + occurrences, 0);
  return [
    look.good(
      `All ${found.length} things that were planted were found, each observation counted once.`,
    ),
    look.good(`None of ${kept - counted} ordinary observations became an issue.`),
  ];
}

function toldText({ told }: Played, look: Look): string[] {
  if (told === null) return [];
  return [look.good(`Webhooks told of it ${told.length} times; every signature verified.`)];
}

/** For machines. */
export const playedJson = ({ missing, told, ...played }: Played): string =>
  JSON.stringify({
    ...played,
    missing: missing.map(({ title, severity, agent, moments }) => ({
      ...{ title, severity, agent },
      occurrences: moments.length,
    })),
    webhooks: told,
  });
