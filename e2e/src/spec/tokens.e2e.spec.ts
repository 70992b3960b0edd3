import { crc32 } from 'node:zlib';
import { connection, newAgent, recordNew } from '../house/actors';
import type { Client } from '../house/client';
import { refusal } from '../house/credentials';
import { type House, openHouse } from '../house/house';
import { inTime } from '../house/in-time';
import { generalError, ISO, type ListedEvent, type Page } from '../house/shapes';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

interface Token {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

async function newToken(body: object): Promise<{ token: Token; client: Client }> {
  const answer = await house.admin.post<Token>('/v1/tokens', body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return { token: answer.body, client: house.admin.as(answer.body.token) };
}

describe('POST /v1/tokens', () => {
  // proves: api-post-token
  test('answers 201 with id, name, token, permissions, created_at and expires_at', async () => {
    const permissions = ['issues:read', 'events:read'];
    const answer = await house.admin.post('/v1/tokens', { name: 'reader', permissions });
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^token_[A-Za-z0-9_-]+$/),
        name: 'reader',
        token: expect.stringMatching(/^pp_u_[A-Za-z0-9]{38}$/),
        permissions,
        created_at: expect.stringMatching(ISO),
        expires_at: null,
      },
    ]);
  });

  // proves: spec-5-displayed-once, api-post-token-once, api-get-tokens
  test('the token is shown once: the list has it without', async () => {
    const { token } = await newToken({ name: 'secretive', permissions: ['issues:read'] });
    const answer = await house.admin.get<Page<Token>>('/v1/tokens?limit=1000');
    expect(answer.body.data.find(({ id }) => id === token.id)).toMatchObject({ name: 'secretive' });
    expect(answer.text).not.toContain(token.token);
    expect(answer.text).not.toMatch(/"token"|digest/);
    expect(answer.body.pagination).toMatchObject({ has_more: expect.any(Boolean) });
  });

  test.each([
    [{}],
    [{ name: '' }],
    [{ name: 5 }],
    [{ name: 'x', permissions: 'admin' }],
    [{ name: 'x', permissions: ['issues:fly'] }],
    [{ name: 'x', expires_at: 'tomorrow' }],
    [[]],
    ['{'],
  ])('%j answers 400', async (body) => {
    const answer = await house.admin.post('/v1/tokens', body);
    expect([answer.status, answer.body]).toEqual([400, generalError('bad_request')]);
  });
});

describe('the form of a token', () => {
  const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const base62 = (number: number): string =>
    (number < 62 ? '' : base62(Math.floor(number / 62))) + DIGITS.charAt(number % 62);

  // proves: api-token-format
  test('is a prefix, 32 characters and the CRC-32 of all before in six', async () => {
    const user = (await newToken({ name: 'formed', permissions: ['issues:read'] })).token.token;
    for (const [prefix, token] of [
      ['pp_u_', user],
      ['pp_a_', (await newAgent(house.admin)).token],
    ] as const) {
      expect(token).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{38}$`));
      expect(token.slice(-6)).toBe(base62(crc32(token.slice(0, -6))).padStart(6, '0'));
    }
  });
});

describe('5. a token that is expired or revoked', () => {
  const unauthorized = generalError('unauthorized');

  // proves: spec-5-expired-or-revoked, spec-7-general, spec-7-401, api-delete-token, api-revocation
  test('revoked: rejected as unauthorized', async () => {
    const { token, client } = await newToken({ name: 'short', permissions: ['issues:read'] });
    expect((await client.get('/v1/issues')).status).toBe(200);
    expect((await house.admin.delete(`/v1/tokens/${token.id}`)).status).toBe(204);
    const answer = await refusal(() => client.get('/v1/issues'));
    expect([answer.status, answer.body]).toEqual([401, unauthorized]);
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
  });

  // proves: spec-5-expired-or-revoked, spec-7-401, api-post-token
  test('expired: rejected as unauthorized', async () => {
    const { client } = await inTime((expires_at) =>
      newToken({ name: 'brief', permissions: ['issues:read'], expires_at }),
    );
    const answer = await refusal(() => client.get('/v1/issues'));
    expect([answer.status, answer.body]).toEqual([401, unauthorized]);
  });

  test('DELETE of a token that does not exist answers 404', async () => {
    const answer = await house.admin.delete('/v1/tokens/token_none');
    expect([answer.status, answer.body]).toEqual([404, generalError('not_found')]);
  });
});

describe('nobody becomes more than they are', () => {
  const clerk = async (): Promise<Client> =>
    (await newToken({ name: 'clerk', permissions: ['tokens:write', 'issues:read'] })).client;

  // proves: api-post-token-bounds
  test.each([['admin'], ['tokens:read'], ['agents:write']])(
    'who lacks %s cannot make a token that holds it',
    async (permission) => {
      const body = { name: 'up', permissions: ['issues:read', permission] };
      const answer = await (await clerk()).post('/v1/tokens', body);
      expect([answer.status, answer.body]).toEqual([
        403,
        {
          error: {
            code: 'forbidden',
            message: `You cannot give the permission ${permission}, because your token does not hold it`,
            details: 'give some of issues:read, tokens:write',
          },
        },
      ]);
    },
  );

  // proves: api-delete-token-lacking
  test('who lacks a permission cannot revoke a token that holds it', async () => {
    const { token, client } = await newToken({ name: 'chief', permissions: ['agents:write'] });
    const answer = await (await clerk()).delete(`/v1/tokens/${token.id}`);
    expect([answer.status, answer.body]).toEqual([403, generalError('forbidden')]);
    expect((await client.get('/v1/session')).status).toBe(200);
    expect((await house.admin.delete(`/v1/tokens/${token.id}`)).status).toBe(204);
  });

  // proves: api-post-token-own
  test('a token that is made without permissions has those of its maker', async () => {
    const made = await (await clerk()).post<object>('/v1/tokens', { name: 'alike' });
    expect(made.body).toMatchObject({ permissions: ['issues:read', 'tokens:write'] });
  });

  // proves: api-post-token-own, api-post-token-bounds
  test('a token that expires makes none that outlives it', async () => {
    const expires_at = '2998-01-01T00:00:00.000Z';
    const { client } = await newToken({ name: 'brief', expires_at });
    for (const later of [null, '2998-01-01T00:00:00.001Z']) {
      const answer = await client.post('/v1/tokens', { name: 'longer', expires_at: later });
      expect([answer.status, answer.body]).toEqual([403, generalError('forbidden')]);
    }
    const made = await client.post<object>('/v1/tokens', { name: 'as long' });
    expect(made.body).toMatchObject({ expires_at });
  });

  // proves: spec-4-ingest-agent
  test('an agent writes as itself, whatever its body says', async () => {
    const [self, other] = [await newAgent(house.admin), await newAgent(house.admin)];
    const body = { ...connection('as.example.com'), agent_id: other.id, agent: { id: other.id } };
    const id = await recordNew(self, body);
    const { body: stored } = await house.admin.get<ListedEvent>(`/v1/events/${id}`);
    expect(stored.agent_id).toBe(self.id);
    const ofOther = await house.admin.get<Page<unknown>>(`/v1/events?agent_id=${other.id}`);
    expect(ofOther.body.data).toEqual([]);
  });
});
