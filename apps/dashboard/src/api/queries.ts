import {
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiProblem, isPassing } from './problem';

const TRIES = 3;
const FRESH_MS = 15_000;
const AGAIN_MS = 5_000;

/** A house on this machine, or in a network without a way out, answers also when the browser says that there is no network. */
const ALWAYS = { networkMode: 'always' } as const;

/** For what the stream keeps up only while it is shown: what was told before that was heard by nobody. */
export const READ_WHEN_SHOWN = { refetchOnMount: 'always' } as const;

/** By which is known who is signed in. */
export const SESSION_KEY = ['session'] as const;

const isForbidden = (problem: unknown): boolean =>
  problem instanceof ApiProblem && problem.status === 403;

/** Nobody is signed in, says an answer, or maybe somebody else: what shows who it is asks. */
function heed(problem: Error, asked?: { readonly queryKey: QueryKey }): void {
  const isNews = asked?.queryKey[0] !== SESSION_KEY[0];
  const isOut = problem instanceof ApiProblem && problem.isSignedOut;
  if (isNews && (isOut || isForbidden(problem)))
    void queries.invalidateQueries({ queryKey: SESSION_KEY });
}

/** Of a list no page is the next one then. */
const UNREAD = { data: undefined, fetchMeta: null };

/** Whether it is the next page of a list that could not be read: only who looks at the list asks for that again. */
const isOfNextPage = ({ state }: Query): boolean => state.fetchMeta?.fetchMore !== undefined;

/** What is shown and could not be read is asked for again: who answers now may not have answered then. */
export function askAgain(): void {
  const predicate = (query: Query): boolean =>
    query.state.status === 'error' && !isOfNextPage(query);
  void queries.refetchQueries({ type: 'active', predicate });
}

let again: ReturnType<typeof setTimeout> | undefined;
let isAskedAgain = false;

/** Nobody tells when a service that was away answers again. */
function askAgainLater(): void {
  again ??= setTimeout(() => void askWhatMayPass(), AGAIN_MS);
}

/** Once: what fails then is asked for a moment later, and its failure is shown meanwhile. */
async function askWhatMayPass(): Promise<void> {
  again = undefined;
  isAskedAgain = true;
  const predicate = (query: Query): boolean => isPassing(query.state.error) && !isOfNextPage(query);
  await queries.refetchQueries({ type: 'active', predicate }, { cancelRefetch: false });
  isAskedAgain = false;
}

/** Who was asked too often says when to ask again; what is shown no more, or answered meanwhile, is not asked for. */
function askOnceItPasses(problem: Error): void {
  if (!(problem instanceof ApiProblem) || problem.againMs === undefined) return;
  const predicate = ({ state }: Query): boolean => state.error === problem;
  setTimeout(() => void queries.refetchQueries({ type: 'active', predicate }), problem.againMs);
}

/** How long nothing is asked for again; what was read by a clock that has been put back since is old. Milliseconds. */
const freshFor = ({ state }: Pick<Query, 'state'>): number =>
  state.dataUpdatedAt > Date.now() ? -Infinity : FRESH_MS;

/** What pages have asked for and may show again. */
export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (problem, query) => {
      heed(problem, query);
      // Read before, by somebody else: whoever is signed in now may not.
      if (isForbidden(problem)) query.setState(UNREAD);
      if (isOfNextPage(query as Query)) return;
      if (isPassing(problem)) askAgainLater();
      askOnceItPasses(problem);
    },
  }),
  mutationCache: new MutationCache({ onError: (problem) => heed(problem) }),
  defaultOptions: {
    queries: {
      ...ALWAYS,
      refetchOnReconnect: true,
      staleTime: freshFor,
      retry: (failures, error) => isPassing(error) && failures < TRIES && !isAskedAgain,
    },
    mutations: ALWAYS,
  },
});
