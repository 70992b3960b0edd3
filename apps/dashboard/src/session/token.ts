import { ApiProblem } from '../api/problem';
import { visible } from '../components/visible';

/** How the tokens of agents begin. */
const AGENTS = 'pp_a_';
/** How those of users begin that the house has made. */
export const USERS = 'pp_u_';

/**
 * What somebody wrote or pasted, without the blanks around it and what a program writes before it.
 * @throws ApiProblem what no token has, and no browser would send
 */
export function tokenIn(written: string): string {
  const token = written.trim().replace(/^Bearer +/i, '');
  const [strange] = /[^ -~]/u.exec(token) ?? [];
  if (strange === undefined) return token;
  const found = `“${visible(strange)}” is in it, which no token has. Copy it anew.`;
  throw new ApiProblem(400, 'bad_request', 'This is no token', found);
}

/** Why a token was not taken, for who wrote it into a field: the API tells programs. @param problem whatever was thrown */
export function refusalOf(token: string, problem: unknown): unknown {
  if (!(problem instanceof ApiProblem && problem.isSignedOut)) return problem;
  const [message, right] = token.startsWith(AGENTS)
    ? ['This is the token of an agent', `Sign in with that of a user: it begins with ${USERS}`]
    : ['This token is not known, expired or revoked', 'Copy it anew, or have another one made.'];
  return new ApiProblem(problem.status, problem.code, message, right);
}
