import { newAgent } from './actors';
import type { Answer, Client } from './client';
import { eventually } from './eventually';
import { inTime } from './in-time';

interface Created {
  readonly id: string;
  readonly token: string;
}

/** Every permission there is but `admin`, which includes the others. In the order in which a token tells them. */
export const PERMISSIONS: readonly string[] = [
  ...['issues:read', 'issues:write', 'policies:read', 'policies:write'],
  ...['agents:read', 'agents:write', 'events:read', 'webhooks:read', 'webhooks:write'],
  ...['tokens:read', 'tokens:write'],
];

/** Tokens of every fate. */
export interface Credentials {
  /** Of a user who holds this permission alone, of a user whoever it may be, or of an agent. */
  readonly right: Readonly<Record<string, string>>;
  /** Of a user who holds every permission but this one and `admin`. */
  readonly lacking: Readonly<Record<string, string>>;
  readonly expired: string;
  readonly revoked: string;
  /** An agent's, before it got another one. */
  readonly rotated: string;
  /** Of an agent that was deleted. */
  readonly deleted: string;
}

/** A user token, made through the API. */
export async function newUserToken(admin: Client, body: object): Promise<Created> {
  const answer = await admin.post<Created>('/v1/tokens', { name: 'of a test', ...body });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
}

/** Makes tokens of every fate, each of which works, or has worked before. */
export async function everyCredential(admin: Client): Promise<Credentials> {
  const expiring = await inTime(async (expires_at) => {
    const made = await newUserToken(admin, { expires_at });
    await works(admin.as(made.token));
    return made;
  });
  const revoked = await newUserToken(admin, {});
  await works(admin.as(revoked.token));
  await admin.delete(`/v1/tokens/${revoked.id}`);
  const [agent, rotated, deleted] = [
    await newAgent(admin),
    await newAgent(admin),
    await newAgent(admin),
  ];
  await admin.post(`/v1/agents/${rotated.id}/token`);
  await admin.delete(`/v1/agents/${deleted.id}`);

  const any = await newUserToken(admin, { permissions: ['events:read'] });
  const right: Record<string, string> = { agent: agent.token, user: any.token };
  const lacking: Record<string, string> = {};
  for (const permission of [...PERMISSIONS, 'admin']) {
    const others = PERMISSIONS.filter((other) => other !== permission);
    right[permission] = (await newUserToken(admin, { permissions: [permission] })).token;
    lacking[permission] = (await newUserToken(admin, { permissions: others })).token;
  }
  await eventually(async () => (await admin.as(expiring.token).get('/v1/issues')).status === 401);
  return {
    ...{ right, lacking, expired: expiring.token, revoked: revoked.token },
    ...{ rotated: rotated.token, deleted: deleted.token },
  };
}

/** The first answer that refuses a token which ends, or was taken away: every replica does within a second (`revocation-promises`). */
export const refusal = <T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> =>
  eventually(async () => {
    const answer = await ask();
    return answer.status >= 400 && answer;
  });

async function works(holder: Client): Promise<void> {
  expect((await holder.get('/v1/issues')).status).toBe(200);
}
