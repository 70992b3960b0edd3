import { expectOk } from './client.mjs';

/** Agents of a house. @returns their tokens */
export async function createAgents({ url, adminToken: token }, count) {
  const one = async (n) => {
    const body = JSON.stringify({ name: `host-${n}`, os: 'linux', kind: 'github_actions' });
    return (await expectOk(`${url}/v1/agents`, { method: 'POST', token, body })).token;
  };
  const tokens = [];
  while (tokens.length < count) {
    const part = Math.min(50, count - tokens.length);
    tokens.push(
      ...(await Promise.all(Array.from({ length: part }, (_, i) => one(tokens.length + i)))),
    );
  }
  return tokens;
}
