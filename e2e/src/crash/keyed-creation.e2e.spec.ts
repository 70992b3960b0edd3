import { join } from 'node:path';
import { walk } from '../house/actors';
import { holds } from '../house/eventually';
import { openOwnHouse } from '../house/house';
import type { Agent } from '../house/shapes';

const PRELOAD = ['--require', join(__dirname, 'preload.cjs')];

test.concurrent.each(['after-agents-append:1', 'between-consume-and-commit@registry.agents:1'])(
  'rule 22: killed %s, a creation with an Idempotency-Key is there once, and its repetition is answered with the token',
  async (point) => {
    const house = await openOwnHouse({ env: { CRASH_AT: point }, nodeArguments: PRELOAD });
    const create = () =>
      house.admin.send<{ id: string; token: string }>({
        ...{ method: 'POST', path: '/v1/agents', headers: { 'idempotency-key': 'ci-run-7' } },
        body: { name: 'killed', os: 'linux', kind: 'kubernetes' },
      });
    await expect(create()).rejects.toThrow();
    expect(await house.gone()).toBe('SIGKILL');
    await house.start({ env: { CRASH_AT: undefined } });
    const [answer, again] = [await create(), await create()];
    expect([answer.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(answer.body);
    const { id, token } = answer.body;
    expect((await house.admin.as(token).post('/v1/agent_heartbeat')).status).toBe(200);
    const agents = await walk<Agent>(house.admin, '/v1/agents?limit=10');
    expect(agents.map((agent) => agent.id)).toEqual([id]);
    await holds(async () => {
      const audit = await walk<object>(house.admin, `/v1/audit?resource_id=${id}`);
      expect(audit).toMatchObject([{ action: 'agent.created' }]);
    });
  },
);
