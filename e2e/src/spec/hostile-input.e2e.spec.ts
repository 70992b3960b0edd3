import fc from 'fast-check';
import { newAgent, type TestAgent } from '../house/actors';
import type { Method } from '../house/client';
import { type House, openHouse } from '../house/house';
import { agentError, generalError } from '../house/shapes';

let house: House;
let agent: TestAgent;
beforeAll(async () => {
  house = await openHouse();
  agent = await newAgent(house.admin);
});

describe('nothing is a 500', () => {
  const paths = [
    ...['issues', 'policies', 'agents', 'events', 'tokens', 'webhooks', 'events_v2'],
    ...['agent_heartbeat', 'integrations/falco', 'deliveries', 'openapi.json', 'nothing'],
  ];
  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      '__proto__',
      'constructor',
      '\u0000',
      '../..',
      "'; drop table",
      '$ne',
      '%',
      'é',
    ),
  );
  const path = fc
    .tuple(
      fc.constantFrom(...paths),
      fc.array(word, { maxLength: 2 }),
      fc.dictionary(word, word, { maxKeys: 3 }),
    )
    .map(([first, rest, query]) => {
      const tail = rest.map((part) => `/${encodeURIComponent(part.toWellFormed())}`).join('');
      const pairs = Object.entries(query).map(([k, v]): [string, string] => [
        k.toWellFormed(),
        v.toWellFormed(),
      ]);
      return `/v1/${first}${tail}?${new URLSearchParams(pairs).toString()}`;
    });
  const known = fc.constantFrom(
    ...['name', 'os', 'kind', 'labels', 'ip', 'mode', 'status', 'reason', 'until', 'url', 'events'],
    ...['type', 'scope', 'rules', 'timestamp', 'metadata', 'verdict', 'permissions', 'expires_at'],
    ...['rule', 'time', 'priority', 'output_fields', 'source', 'version', 'hostname', 'enabled'],
  );
  const value = fc.oneof(
    fc.constantFrom(
      'linux',
      'kubernetes',
      'network_connection',
      'detected',
      '2026-03-03T10:11:12Z',
    ),
    fc.jsonValue({ maxDepth: 4 }),
  );
  const body = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.dictionary(known, value, { maxKeys: 8 }).map((o) => JSON.stringify(o)),
    },
    { weight: 1, arbitrary: fc.jsonValue().map((v) => JSON.stringify(v)) },
    {
      weight: 1,
      arbitrary: fc.string({ unit: 'binary', maxLength: 200 }).map((s) => s.toWellFormed()),
    },
  );
  const type = fc.constantFrom(
    'application/json',
    'application/yaml',
    'text/plain',
    'nonsense',
    'application/x-ndjson',
  );
  const method = fc.constantFrom<Method>(
    'GET',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'HEAD',
    'OPTIONS',
  );
  const asked = fc.tuple(method, path, body, type);
  const isError = (of: unknown): boolean =>
    [
      generalError(expect.any(String) as string),
      agentError(expect.any(String) as string),
      { error: expect.any(String) },
    ].some((shape) => {
      try {
        expect(of).toEqual(shape);
        return true;
      } catch {
        return false;
      }
    });

  // proves: spec-7-json, spec-7-three-shapes, api-details, api-shape-general, api-shape-agent-creation,
  // proves: api-shape-agents
  test('whatever is sent to whatever route by whomever', async () => {
    await fc.assert(
      fc.asyncProperty(asked, fc.boolean(), async ([m, p, b, t], asAgent) => {
        const client = asAgent ? agent.client : house.admin;
        const withBody = m !== 'GET' && m !== 'HEAD';
        const answer = await client.send({
          method: m,
          path: p,
          ...(withBody && { body: b, type: t }),
        });
        expect(answer.status).toBeLessThan(500);
        if (answer.status >= 400 && m !== 'HEAD') expect(isError(answer.body)).toBe(true);
      }),
      { seed: 20260303, numRuns: 1500 },
    );
  });
});
