import type { Played } from '../run-demo';

/** The same that the demo asked, for somebody's own hands: all issues, the worst of them, an agent whose sensor lost something. @param token what a shell takes for it */
export function whereToLook(token: string, { url, found, agents }: Played): string[] {
  const issue = found.slice(0, 1).map(({ id }) => `/v1/issues/${id}`);
  const agent = agents
    .filter(({ name }) => name === 'demo-node-1')
    .map(({ id }) => `/v1/agents/${id}`);
  const paths = ['/v1/issues', ...issue, ...agent];
  return [
    'Look yourself:',
    `  TOKEN="${token}"`,
    ...paths.map((path) => `  curl -s -H "Authorization: Bearer $TOKEN" ${url}${path}`),
    `  ${url} in a browser: sign in with that token.`,
    `  ${url}/docs describes everything that can be asked.`,
  ];
}
