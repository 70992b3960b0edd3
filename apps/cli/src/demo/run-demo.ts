import { SEVERITIES } from '@parapet/contracts';
import type { HouseClient } from '../house/house-client';
import type { Day } from './day/day';
import { NOISE } from './day/planted';
import { findIssues, type Found, judge, type Verdict } from './find-issues';
import { MENDED_POLICY, POLICIES } from './fleet';
import { type Enrolled, enrolFleet } from './house/enrol';
import { openWebhook } from './house/listening-webhook';
import { putPolicies } from './house/put-policies';
import type { Told } from './house/told';
import type { Screen } from './report/screen';
import { type Pace, streamDay } from './stream-day';
import { until } from './until';

/** What is played, and for whom. */
export interface Play {
  readonly admin: HouseClient;
  readonly day: Day;
  /** When the day begins, milliseconds since 1970. */
  readonly from: number;
  readonly speed: number;
  /** Tells the agents of this run from those of others. */
  readonly run: string;
  readonly screen: Screen;
  readonly hear: (told: Told) => void;
  readonly signal: AbortSignal;
}

/** How it went. */
export interface Played extends Verdict {
  /** Where the house answers. */
  readonly url: string;
  readonly run: string;
  /** Observations that the house keeps of the day. */
  readonly kept: number;
  readonly agents: readonly Pick<Enrolled, 'id' | 'name'>[];
  /** The worst first. */
  readonly found: readonly Found[];
  /** What webhooks told, verified; null when the house may not tell this machine. */
  readonly told: readonly Told[] | null;
}

/** Plays a day to a house through its API, and looks what the house makes of it. @throws HouseProblem, HouseAway */
export async function runDemo(play: Play): Promise<Played> {
  const { admin, screen } = play;
  const told: Told[] = [];
  await putPolicies(admin, POLICIES);
  const fleet = await enrolFleet(admin, play.run);
  screen.line(`${fleet.length} agents and ${POLICIES.length} policies are made.`);
  const webhook = await openWebhook(admin, {
    heard: (news) => {
      told.push(news);
      play.hear(news);
    },
    refused: (reason) => screen.line(`A webhook came that does not verify: ${reason}`),
    notAllowed: (reason) =>
      screen.line(`Without webhooks, the house may not tell this machine: ${reason}`),
  });
  if (webhook) screen.line('Its webhooks are heard here: ✓ is a signature that holds.');
  try {
    const { found, kept } = await playDay(play, fleet);
    const hasTold = (issue: Found): boolean => isToldOf(told, issue);
    if (webhook) await until(() => found.every(hasTold), play.signal);
    return {
      ...{
        url: admin.url,
        run: play.run,
        kept,
        agents: fleet.map(({ id, name }) => ({ id, name })),
      },
      ...{ found: found.toSorted(worstFirst), ...judge(found, play.day.planted) },
      told: webhook && told,
    };
  } finally {
    await webhook?.close();
  }
}

/** Streams the day, waits for what it must become, and makes an end of the noise. */
async function playDay(
  play: Play,
  fleet: readonly Enrolled[],
): Promise<{ found: Found[]; kept: number }> {
  const { admin, day, screen, signal } = play;
  const kept = await stream(play, fleet);
  let found: Found[] = [];
  const allFound = async (): Promise<boolean> => {
    found = await findIssues(admin, fleet);
    return judge(found, day.planted).missing.length === 0;
  };
  await until(allFound, signal);
  screen.line('Somebody looks at the noise, and adds a rule to the policy.');
  await putPolicies(admin, [MENDED_POLICY]);
  const quiet = async (): Promise<boolean> => {
    found = await findIssues(admin, fleet);
    return found.some(({ title, status }) => title === NOISE && status === 'resolved');
  };
  await until(quiet, signal);
  return { found, kept };
}

/** @returns how many observations the house keeps of it */
async function stream(
  { day, from, speed, screen, signal }: Play,
  fleet: readonly Enrolled[],
): Promise<number> {
  const total = day.moments.length;
  let [sent, kept, latest] = [0, 0, from];
  const took: Pace['took'] = ({ at }, outcome) => {
    sent += 1;
    if (outcome === 'kept') kept += 1;
    latest = Math.max(latest, at);
    screen.day({ sent, total, at: latest });
  };
  await streamDay(day.moments, fleet, { from, speed, signal, took });
  screen.dayIsOver();
  return kept;
}

const worstFirst = (a: Found, b: Found): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity);

/** Whether webhooks told of all that became of an issue. */
const isToldOf = (told: readonly Told[], { id, status }: Found): boolean =>
  ['issue.created', ...(status === 'resolved' ? ['issue.resolved'] : [])].every((event) =>
    told.some((news) => news.event === event && news.issue.id === id),
  );
