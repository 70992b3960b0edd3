import { recordAll } from './actors';
import type { Answer, Asked, Client } from './client';
import { agentError } from './shapes';

/** What a response says of its caller's limit. `reset` is Unix time in seconds. */
export interface Shown {
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
}

/** The spec's three headers, which must be integers that make sense. */
export function shown({ headers }: Answer<unknown>): Shown {
  const number = (name: string): number => {
    expect([name, headers[name]]).toEqual([name, expect.stringMatching(/^\d+$/)]);
    return Number(headers[name]);
  };
  const said = {
    limit: number('x-ratelimit-limit'),
    remaining: number('x-ratelimit-remaining'),
    reset: number('x-ratelimit-reset'),
  };
  expect(said.remaining).toBeLessThanOrEqual(said.limit);
  return said;
}

/** What came of asking until the limit was reached. */
interface Reached {
  /** How many passed, and how many could still pass after the first of them: one fewer, or the count is wrong. */
  readonly passed: number;
  readonly left: number;
  readonly refusal: Answer<unknown>;
}

/** Asks until it is refused; counts what passed in the window in which it is. */
export async function untilRefused(ask: () => Promise<Answer<unknown>>): Promise<Reached> {
  let [passed, left, window] = [0, 0, 0];
  for (;;) {
    const answer = await ask();
    const { reset, remaining } = shown(answer);
    if (reset !== window) [passed, left, window] = [0, remaining, reset];
    if (answer.status === 429) return { passed, left, refusal: answer };
    passed += 1;
  }
}

type Row = readonly [what: string, status: number, asked: Asked];
const post = (path: string, body: string, type = 'application/json'): Asked => ({
  ...{ method: 'POST', path, body, type },
});

/** A request for each way in which a user is answered. Bodies that are refused are refused whoever sends them. */
export const ANSWERS: readonly Row[] = [
  ['a success', 200, { method: 'GET', path: '/v1/issues' }],
  ['a refused parameter', 400, { method: 'GET', path: '/v1/issues?limit=0' }],
  ['an unknown issue', 404, { method: 'GET', path: '/v1/issues/issue_none' }],
  ['an unknown route', 404, { method: 'GET', path: '/v1/nothing' }],
  ['a path that is none', 400, { method: 'GET', path: '/v1/issues/%zz' }],
  ['an unknown method', 405, { method: 'DELETE', path: '/v1/issues' }],
  ['a broken body', 400, post('/v1/tokens', '{"name":')],
  ['a body that lacks something', 400, post('/v1/agents', '{}')],
  ['broken YAML', 400, post('/v1/policies', '- "', 'application/yaml')],
  ['a body that is too large', 413, post('/v1/tokens', `"${'x'.repeat(300_000)}"`)],
  ['a body of another kind', 415, post('/v1/tokens', 'name', 'text/plain')],
];

/** 100 refused tokens of an address in 10 minutes, then 429, while a valid token behind it goes on. */
export async function expectRefusedLimit(nobody: Client, holder: Client): Promise<void> {
  const { passed, left, refusal } = await untilRefused(() => nobody.get('/v1/issues'));
  expect(passed).toBe(left + 1);
  expect(shown(refusal).limit).toBe(100);
  expect(refusal.headers['ratelimit-policy']).toContain('"refused";q=100;w=600');
  expect((await holder.get('/v1/issues')).status).toBe(200);
}

/**
 * Of an agent that may send 1000 requests in an hour: a batch costs its lines, and one for which too few are left costs one. Wrong
 * lines cost as much as others, and are the cheaper ones to send.
 */
export async function expectCountedLines(agents: () => Promise<Client>): Promise<void> {
  const client = await agents();
  const send = (lines: number) =>
    recordAll(
      { client },
      Array.from({ length: lines }, () => '{}'),
    );
  const [first, over, fewer] = [await send(600), await send(600), await send(300)];
  // The hour may have begun anew meanwhile.
  if (shown(first).reset !== shown(fewer).reset) return expectCountedLines(agents);
  expect([first.status, over.status, fewer.status]).toEqual([207, 429, 207]);
  expect(shown(first).remaining).toBe(400);
  expect(over.body).toEqual(agentError('RateLimited'));
  expect(over.headers['retry-after']).toMatch(/^[1-9]\d*$/);
}
