/** What is written stays on the page for so long. */
const SIGN_IN_FIRST = 'Sign in in another tab, then try it here again.';

/** The API tells programs what to send, and all that the token holds besides. */
const SENDS_ANOTHER = /^send a token that holds /;
const ASK_FOR_IT = 'Sign in with a token that holds it. Who may make tokens can give you one.';

/** The API sends programs to its lists. */
const ASKS_THE_LIST = /^GET \/v1\/[a-z]+ has /;
const LOOK_IN_THE_LIST = 'It may be gone by now. The list has those there are.';

/** What the API answered instead of what was asked for, or why nothing was answered. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  /** In how many milliseconds who asked too often is answered again; undefined where nobody said so. */
  againMs: number | undefined;

  constructor(
    /** 0 when there was no answer at all. */
    readonly status: number,
    readonly code: string,
    message: string,
    /** What would be right. Empty when nothing more is known. */
    readonly details: string,
  ) {
    super(message);
  }

  /** @param body what was answered, in any of the shapes that errors of the API have */
  static of(body: unknown, response: Response | undefined): ApiProblem {
    const problem = ApiProblem.told(body, response);
    if (problem.status === 429) problem.againMs = againMsOf(response);
    return problem;
  }

  private static told(body: unknown, response: Response | undefined): ApiProblem {
    if (response === undefined)
      return new ApiProblem(0, 'unreachable', 'Parapet does not answer', 'Is the network there?');
    // The API tells programs which header they lack.
    if (response.status === 401)
      return new ApiProblem(401, 'unauthorized', 'You are signed out', SIGN_IN_FIRST);
    const error = isObject(body) ? body['error'] : undefined;
    if (typeof error === 'string') return new ApiProblem(response.status, 'error', error, '');
    if (!isObject(error))
      return new ApiProblem(response.status, 'error', `The answer was ${response.status}`, '');
    const { code, message, details } = error;
    return new ApiProblem(response.status, String(code), String(message), inPages(String(details)));
  }

  /** The session has ended, or never began. */
  get isSignedOut(): boolean {
    return this.status === 401;
  }

  /** Asking again could help. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 503;
  }
}

/** Whether what was asked for is not there. @param problem whatever was thrown */
export const isMissing = (problem: unknown): boolean =>
  problem instanceof ApiProblem && problem.status === 404;

/** Whether asking again could help. @param problem whatever was thrown */
export const isPassing = (problem: unknown): boolean =>
  problem instanceof ApiProblem && problem.isPassing;

/** What people are told would be right, where the API tells programs what to send. */
function inPages(details: string): string {
  if (SENDS_ANOTHER.test(details)) return ASK_FOR_IT;
  return ASKS_THE_LIST.test(details) ? LOOK_IN_THE_LIST : details;
}

function againMsOf(response: Response | undefined): number | undefined {
  const seconds = Number(response?.headers.get('retry-after'));
  return seconds > 0 ? seconds * 1_000 : undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
