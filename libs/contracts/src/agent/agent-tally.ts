import { isKnownLoss, type KnownLosses, type Loss, withLosses } from './agent-losses';

/** Why something that an agent sent is not kept: the request, or one line of it, was refused; or a sensor's event is no observation. */
export const REJECTIONS = [
  'bad_request',
  'payload_too_large',
  'unsupported_media_type',
  'no_observation',
] as const;
export type Rejection = (typeof REJECTIONS)[number];

/** How many observations of an agent came to what. */
export interface AgentTally {
  /** Recorded for the first time. */
  readonly accepted: number;
  /** Known already when they came. */
  readonly duplicate: number;
  readonly rejected: Readonly<Partial<Record<Rejection, number>>>;
  /** Lost before they could be sent, as far as sensors say. */
  readonly lost: number;
}

export const EMPTY_TALLY: AgentTally = { accepted: 0, duplicate: 0, rejected: {}, lost: 0 };

export const SENSORS = ['falco', 'tetragon'] as const;
export type Sensor = (typeof SENSORS)[number];

/** What a sensor said of its own health. */
export interface SensorReport {
  readonly sensor: Sensor;
  /** When the house heard it: RFC 3339, UTC, milliseconds. */
  readonly at: string;
  /** What it was about, in the sensor's word, such as `Falco internal: syscall event drop`. */
  readonly event: string;
  /** The sensor's sentence. */
  readonly message: string;
  /** How many events it says to have lost; 0 when it gives no number. */
  readonly lost: number;
}

/** What one process counted of an agent since it last said so; carried by `AgentSighted`. */
export interface AgentCount {
  /** One run of a process. */
  readonly by: string;
  /** Increases with each count of that run: a fact that the log holds twice counts once. */
  readonly number: number;
  readonly tally: AgentTally;
  /** The newest of each sensor since the last count. */
  readonly reports?: readonly SensorReport[];
  /** Losses that `tally.lost` has and that can be told from their repetitions. */
  readonly losses?: readonly Loss[];
}

/** What is known of an agent by its counts. Absent until something was counted. */
export interface Counted {
  readonly tally?: AgentTally;
  /** The newest report of each sensor. */
  readonly sensors?: readonly SensorReport[];
  /** The last count of each run of a process, newest last: of the last 16 runs, and of all that are among the last 256 counts. */
  readonly counted_by?: readonly LastCount[];
  readonly losses?: KnownLosses;
}

/** The last count of a run; it was the `nth` of the agent since these are numbered. */
interface LastCount extends Pick<AgentCount, 'by' | 'number'> {
  readonly nth?: number;
}

const RUNS = 16;
/** A count that may not be in the log comes again within a period, in which every process counts once: enough for more than 100 of them. */
const COUNTS = 256;

/** The sum of two tallies. */
export const addTallies = (a: AgentTally, b: AgentTally): AgentTally => ({
  accepted: a.accepted + b.accepted,
  duplicate: a.duplicate + b.duplicate,
  rejected: Object.fromEntries(
    [...new Set([...entries(a), ...entries(b)].map(([reason]) => reason))].map((reason) => [
      reason,
      (a.rejected[reason] ?? 0) + (b.rejected[reason] ?? 0),
    ]),
  ),
  lost: a.lost + b.lost,
});

const entries = ({ rejected }: AgentTally): [Rejection, number][] =>
  REJECTIONS.flatMap((reason) => {
    const count = rejected[reason];
    return count === undefined ? [] : [[reason, count] as [Rejection, number]];
  });

/** The newest report of each sensor. */
export function newestReports(
  known: readonly SensorReport[],
  more: readonly SensorReport[],
): SensorReport[] {
  const bySensor = new Map(known.map((report) => [report.sensor, report]));
  for (const report of more)
    if ((bySensor.get(report.sensor)?.at ?? '') <= report.at) bySensor.set(report.sensor, report);
  return [...bySensor.values()];
}

/** Adds a count, unless it was added before; of its losses those that nobody counted before. */
export function evolveCounted<S extends Counted>(state: S, count: AgentCount): S {
  const { by, number, tally, reports, losses = [] } = count;
  const runs = state.counted_by ?? [];
  if (runs.some((run) => run.by === by && run.number >= number)) return state;
  const others = runs.filter((run) => run.by !== by);
  const again = losses.filter((loss) => isKnownLoss(state.losses, loss));
  const lost = again.reduce((rest, loss) => rest - loss.lost, tally.lost);
  return {
    ...state,
    tally: addTallies(state.tally ?? EMPTY_TALLY, { ...tally, lost }),
    ...(losses.length > 0 && { losses: withLosses(state.losses, losses) }),
    ...(reports && { sensors: newestReports(state.sensors ?? [], reports) }),
    counted_by: remembered([...others, { by, number, nth: (runs.at(-1)?.nth ?? 0) + 1 }]),
  };
}

function remembered(runs: readonly LastCount[]): readonly LastCount[] {
  const oldest = (runs.at(-1)?.nth ?? 0) - COUNTS;
  return runs.filter(({ nth = 0 }, i) => i >= runs.length - RUNS || nth > oldest);
}
