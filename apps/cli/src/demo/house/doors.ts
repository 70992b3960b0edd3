import type { HouseClient } from '../../house/house-client';
import type { Door, Moment } from '../day/moment';

/** What became of something that a sensor told: it is an observation, or none (news of the sensor itself). */
export type Outcome = 'kept' | 'skipped';

interface Way {
  readonly path: string;
  readonly method: 'PUT' | 'POST';
  /** Media type of the body. */
  readonly type: string;
  /** Most lines of a request. */
  readonly most: number;
}

const ONE = { type: 'application/json', most: 1 };
const LINES = { type: 'application/x-ndjson', most: 1000 };

const WAYS: Readonly<Record<Door, Way>> = {
  native: { path: '/v1/events_v2', method: 'PUT', ...ONE },
  batch: { path: '/v1/events_v2/batch', method: 'POST', ...LINES },
  falco: { path: '/v1/integrations/falco', method: 'POST', ...ONE },
  tetragon: { path: '/v1/integrations/tetragon', method: 'POST', ...LINES },
};

export const linesAtOnce = (door: Door): number => WAYS[door].most;

/** What a route answers of one line, or of the one event that it was given. */
interface Answer {
  readonly status: string;
  readonly error?: string;
}

/**
 * Sends what a sensor tells to where its kind is taken.
 * @returns an outcome for each
 * @throws Error for a line that is not taken, HouseProblem for a request, HouseAway when nobody answers
 */
export async function deliver(
  house: HouseClient,
  door: Door,
  load: readonly Moment[],
  signal: AbortSignal,
): Promise<Outcome[]> {
  const { path, method, type } = WAYS[door];
  const body = load.map(({ line }) => line).join('\n');
  const request = { method, headers: { 'content-type': type }, body, signal };
  const answer = await house.read<Answer | { readonly results: readonly Answer[] }>(path, request);
  return ('results' in answer ? answer.results : [answer]).map(outcomeOf);
}

function outcomeOf({ status, error }: Answer): Outcome {
  if (status === 'created' || status === 'updated') return 'kept';
  if (status === 'skipped') return 'skipped';
  throw new Error(`The house did not take what a sensor told: ${error ?? status}`);
}
