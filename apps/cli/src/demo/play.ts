import { join } from 'node:path';
import { type HouseClient, houseClient } from '../house/house-client';
import type { ExitCode, Surroundings } from '../surroundings';
import { dayOf } from './day/day';
import { type OwnHouse, startOwnHouse } from './house/own-house';
import type { Told } from './house/told';
import { type Look, lookOf } from './report/look';
import { playedJson, playedText } from './report/played-text';
import { NO_SCREEN, type Screen, screenOn } from './report/screen';
import { whereToLook } from './report/where-to-look';
import { type Played, runDemo } from './run-demo';

/** How the demo is wanted. */
export interface Wish {
  readonly seed: number;
  readonly speed: number;
  readonly quiet: boolean;
  readonly json: boolean;
  readonly signal: AbortSignal;
}

const DAY_MS = 86_400_000;

/** Plays to a house that runs. 0: it found what was planted, and nothing else. */
export async function playIn(
  admin: HouseClient,
  wish: Wish,
  around: Surroundings,
): Promise<ExitCode> {
  const played = await play(admin, wish, around);
  if (!wish.json) tell(around, whereToLook('$PARAPET_TOKEN', played));
  return codeOf(played);
}

/** Plays to a house that is started for it. 0: it found what was planted, and nothing else. */
export async function playInOwnHouse(
  { data, keep }: { readonly data: string | undefined; readonly keep: boolean },
  wish: Wish,
  around: Surroundings,
): Promise<ExitCode> {
  const house = await startOwnHouse(data);
  try {
    const played = await play(houseClient(house), wish, around);
    if (!wish.json) tell(around, whatIsLeft(house, { data, keep }, played));
    if (keep) await Promise.race([house.gone, aborted(wish.signal)]);
    return codeOf(played);
  } finally {
    await house.close();
  }
}

async function play(admin: HouseClient, wish: Wish, around: Surroundings): Promise<Played> {
  const { terminal, env } = around;
  const screen = wish.quiet ? NO_SCREEN : screenOn(terminal, () => performance.now());
  const from = around.now() - DAY_MS;
  screen.line(`The house is at ${admin.url}. A day of a small fleet is played to it.`);
  const played = await runDemo({
    ...{ admin, from, screen, speed: wish.speed, signal: wish.signal },
    ...{ day: dayOf(wish.seed, from), run: `${wish.seed}-${from.toString(36)}` },
    hear: hearer(screen, lookOf(process.stderr, env)),
  });
  const look = lookOf(process.stdout, env);
  tell(around, wish.json ? [playedJson(played)] : playedText(played, look));
  return played;
}

const hearer =
  (screen: Screen, look: Look) =>
  ({ event, issue: { title, severity } }: Told): void =>
    screen.line(
      `  ${look.good('✓')} ${look.dim('webhook')} ${event} ${look.severity(severity, severity)} ${title}`,
    );

const codeOf = ({ missing, unexpected }: Played): ExitCode =>
  missing.length + unexpected.length === 0 ? 0 : 1;

function tell({ terminal }: Surroundings, lines: readonly string[]): void {
  for (const line of lines) terminal.out(line);
}

/** What can be looked at when the demo has ended, or how there would be something. */
function whatIsLeft(
  { dataDir }: OwnHouse,
  { data, keep }: { readonly data: string | undefined; readonly keep: boolean },
  played: Played,
): string[] {
  const token = `$(cat ${join(dataDir, 'admin-token')})`;
  if (keep) return [...whereToLook(token, played), 'It runs until Ctrl-C.'];
  if (data !== undefined)
    return [
      `Its data stays in ${dataDir}. To have its house again: DATA_DIR=${dataDir} npm start`,
      ...whereToLook(token, { ...played, url: 'http://localhost:8080' }),
    ];
  return ['The house of the demo is gone. To look yourself: npm run demo -- --keep'];
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener('abort', () => done(), { once: true });
  });
