import { unique, walk } from '../house/actors';
import { type House, openHouse } from '../house/house';
import { generalError, ISO, type Page, type Policy } from '../house/shapes';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

const yaml = (pattern: string, more = ''): string => `name: ${unique('policy')}
type: allow
scope: global
rules:
  - pattern: "${pattern}"
    comment: made by a test
${more}`;

interface Applied {
  readonly id: string;
  readonly status: string;
  readonly applied_at: string;
}

async function create(text: string): Promise<string> {
  const answer = await house.admin.yaml<Applied>('POST', '/v1/policies', text);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body.id;
}

const policy = (id: string) => house.admin.get<Policy>(`/v1/policies/${id}`);

describe('4. POST /v1/policies', () => {
  // proves: spec-2-policy-id, spec-4-create-policy-response, api-post-policy
  test('answers 201 with id, status "created" and applied_at, and says where it is', async () => {
    const answer = await house.admin.yaml<Applied>('POST', '/v1/policies', yaml('a.example.com'));
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^policy_[A-Za-z0-9_-]+$/),
      status: 'created',
      applied_at: expect.stringMatching(ISO),
    });
    expect(answer.headers).toMatchObject({
      location: `/v1/policies/${answer.body.id}`,
      etag: expect.stringMatching(/^"[^"]+"$/),
    });
  });

  // proves: spec-4-create-policy-type, api-media
  test.each([
    'application/yaml',
    'application/x-yaml',
    'text/yaml',
    'application/yaml; charset=utf-8',
  ])('takes Content-Type %s', async (type) => {
    const body = yaml('b.example.com');
    const answer = await house.admin.send({ method: 'POST', path: '/v1/policies', body, type });
    expect(answer.status).toBe(201);
  });

  // proves: api-media, api-policy-type
  test('takes application/json with the same document', async () => {
    const document = {
      name: unique('json'),
      type: 'block',
      scope: 'global',
      rules: [{ pattern: 'c.example.com' }],
    };
    const answer = await house.admin.post<Applied>('/v1/policies', document);
    expect(answer.status).toBe(201);
    expect((await policy(answer.body.id)).body).toMatchObject(document);
  });

  // proves: api-media, api-code-unsupported-media-type
  test('refuses another Content-Type with 415', async () => {
    const answer = await house.admin.send({
      ...{ method: 'POST', path: '/v1/policies', body: yaml('a.example.com'), type: 'text/plain' },
    });
    expect([answer.status, answer.body]).toEqual([415, generalError('unsupported_media_type')]);
  });
});

describe('2. Policy, fields', () => {
  // proves: spec-2-policy-name, spec-2-policy-type, spec-2-policy-scope, spec-2-policy-rules, spec-2-policy-enabled,
  // proves: spec-2-policy-created-at, spec-4-create-policy-body, spec-4-policies-response
  test('name, type, scope, rules (pattern, comment), enabled and created_at are in the list', async () => {
    const id = await create(yaml('*.fields.example.com'));
    const { status, body } = await house.admin.get<Page<Policy>>('/v1/policies');
    expect(status).toBe(200);
    expect(body.data.find((item) => item.id === id)).toMatchObject({
      id,
      name: expect.stringContaining('policy-'),
      type: 'allow',
      scope: 'global',
      rules: [{ pattern: '*.fields.example.com', comment: 'made by a test' }],
      enabled: true,
      created_at: expect.stringMatching(ISO),
    });
  });

  // proves: spec-2-policy-enabled, spec-3-policy-enabled
  test('enabled may be false', async () => {
    const id = await create(yaml('off.example.com', 'enabled: false'));
    expect((await policy(id)).body).toMatchObject({ enabled: false });
  });

  // proves: api-policy-scope, api-policy-comment
  test('scope is global when left out, comment may be left out', async () => {
    const id = await create(`name: short\ntype: allow\nrules:\n  - pattern: short.example.com\n`);
    expect((await policy(id)).body).toMatchObject({
      scope: 'global',
      enabled: true,
      rules: [{ pattern: 'short.example.com' }],
    });
  });

  // proves: api-policy-scope
  test('scope may be selected, with a selector', async () => {
    const more = 'selector:\n  platform: kubernetes\n  cluster: production\n';
    const text = yaml('sel.example.com', more).replace('scope: global', 'scope: selected');
    expect((await policy(await create(text))).body).toMatchObject({
      scope: 'selected',
      selector: { platform: 'kubernetes', cluster: 'production' },
    });
  });
});

describe('4. GET /v1/policies', () => {
  // proves: spec-4-policies-no-parameters, spec-4-policies-response
  test('returns everything in the envelope', async () => {
    const made = [await create(yaml('l1.example.com')), await create(yaml('l2.example.com'))];
    const { body } = await house.admin.get<Page<Policy>>('/v1/policies');
    expect(body.pagination).toEqual({ next_cursor: null, has_more: false });
    expect(body.data.map((item) => item.id)).toEqual(expect.arrayContaining(made));
  });

  test('is paged when limit is given', async () => {
    const made = [await create(yaml('p1.example.com')), await create(yaml('p2.example.com'))];
    const ids = (await walk<Policy>(house.admin, '/v1/policies?limit=1')).map((item) => item.id);
    expect(ids).toEqual(expect.arrayContaining(made));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('GET /v1/policies/{id}', () => {
  // proves: api-get-policy, api-get-policy-yaml
  test('answers YAML when asked for it, which PUT takes back', async () => {
    const id = await create(yaml('*.roundtrip.example.com'));
    const got = await house.admin.get(`/v1/policies/${id}`, { accept: 'application/yaml' });
    expect(got.headers['content-type']).toMatch(/^application\/yaml/);
    expect(got.text).toContain('*.roundtrip.example.com');
    const text = got.text.replace(/^(id|created_at|updated_at):.*\n/gm, '');
    expect((await house.admin.yaml('PUT', `/v1/policies/${id}`, text)).status).toBe(200);
  });

  // proves: api-policy-sent-back
  test.each([1, 4_000])('a policy of %i rules is read, edited and sent back', async (count) => {
    const rules = Array.from({ length: count }, (_, i) => ({ pattern: `h-${i}.example.com` }));
    const sent = { name: 'read', type: 'allow', rules };
    const { id } = (await house.admin.post<{ id: string }>('/v1/policies', sent)).body;
    for (const accept of ['application/json', 'application/yaml']) {
      const { headers, text } = await house.admin.get(`/v1/policies/${id}`, { accept });
      const type = String(headers['content-type']).split(';', 1)[0] ?? '';
      const isLong = count > 1;
      expect(type).toBe(isLong ? 'application/json' : accept);
      const body = text.replace('read', 'edited');
      const path = `/v1/policies/${id}`;
      const answer = await house.admin.send({ method: 'PUT', path, body, type });
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    }
    expect((await policy(id)).body).toMatchObject({ name: 'edited', version: 3, rules });
  });

  test('answers 404 when there is none', async () => {
    const answer = await policy('policy_none');
    expect([answer.status, answer.body]).toEqual([404, generalError('not_found')]);
  });
});

describe('4. PUT /v1/policies/{policy_id}', () => {
  // proves: spec-4-update-policy-type, api-put-policy
  test('answers 200 with id, status "updated" and applied_at; the document is replaced', async () => {
    const id = await create(yaml('old.example.com', 'description: gone after this'));
    const answer = await house.admin.yaml('PUT', `/v1/policies/${id}`, yaml('new.example.com'));
    expect([answer.status, answer.body]).toEqual([
      200,
      { id, status: 'updated', applied_at: expect.stringMatching(ISO) },
    ]);
    const { body } = await policy(id);
    expect(body.rules).toEqual([{ pattern: 'new.example.com', comment: 'made by a test' }]);
    expect(body).not.toHaveProperty('description');
  });

  // proves: api-put-policy-if-match, api-code-precondition-failed
  test('If-Match: the current ETag passes, an older one answers 412', async () => {
    const id = await create(yaml('match.example.com'));
    const path = `/v1/policies/${id}`;
    const etag = String((await policy(id)).headers['etag']);
    const put = () =>
      house.admin.send({
        ...{ method: 'PUT', path, body: yaml('m2.example.com'), type: 'application/yaml' },
        headers: { 'if-match': etag },
      });
    expect((await put()).status).toBe(200);
    const second = await put();
    expect([second.status, second.body]).toEqual([412, generalError('precondition_failed')]);
  });

  test('of many at once with the same If-Match exactly one wins', async () => {
    const id = await create(yaml('race.example.com'));
    const etag = String((await policy(id)).headers['etag']);
    const all = await Promise.all(
      Array.from({ length: 8 }, () =>
        house.admin.send({
          ...{ method: 'PUT', path: `/v1/policies/${id}`, type: 'application/yaml' },
          ...{ body: yaml('race.example.com'), headers: { 'if-match': etag } },
        }),
      ),
    );
    expect(all.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(412)]);
  });

  test('answers 404 when there is none', async () => {
    const answer = await house.admin.yaml('PUT', '/v1/policies/policy_none', yaml('a.example.com'));
    expect([answer.status, answer.body]).toEqual([404, generalError('not_found')]);
  });
});

describe('4. DELETE /v1/policies/{policy_id}', () => {
  // proves: spec-4-delete-policy, api-delete-policy
  test('answers 204 without a body, then it is gone', async () => {
    const id = await create(yaml('gone.example.com'));
    const answer = await house.admin.delete(`/v1/policies/${id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await policy(id)).status).toBe(404);
    expect((await house.admin.delete(`/v1/policies/${id}`)).status).toBe(404);
    const { body } = await house.admin.get<Page<Policy>>('/v1/policies');
    expect(body.data.map((item) => item.id)).not.toContain(id);
  });

  // proves: api-media-nothing
  test('answers 204 also whoever always sends a Content-Type', async () => {
    const path = `/v1/policies/${await create(yaml('typed.example.com'))}`;
    const headers = { 'content-type': 'application/yaml' };
    expect((await house.admin.send({ method: 'DELETE', path, headers })).status).toBe(204);
  });
});
