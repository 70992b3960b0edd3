import { Controller, Get, Module } from '@nestjs/common';
import { AgentRoute } from '@parapet/chassis';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { RegistryModule } from '../registry.module';

/** A door that agents knock at. */
@Controller('v1/agent_heartbeat')
class DoorController {
  @Get()
  @AgentRoute()
  open(): object {
    return { open: true };
  }
}

@Module({ imports: [RegistryModule], controllers: [DoorController] })
class RegistryWithDoor {}

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [RegistryWithDoor] });
});
afterAll(() => house.close());

const knock = async (token: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` };
  return (await house.inject({ url: '/v1/agent_heartbeat', headers })).statusCode;
};
interface Answer {
  readonly id?: string;
  readonly token?: string;
}
const ask = async (method: 'POST' | 'DELETE', path: string, payload?: object): Promise<Answer> => {
  const headers = { authorization: `Bearer ${house.adminToken}` };
  const request = { method, url: `/v1/agents${path}`, headers };
  const answer = await house.inject({ ...request, ...(payload && { payload }) });
  return answer.body === '' ? {} : answer.json<Answer>();
};
const create = () => ask('POST', '', { name: 'a', os: 'linux', kind: 'host' });

test('a new agent gets in at once', async () => {
  const { token = '' } = await create();
  expect(await knock(token)).toBe(200);
});

test('after a rotation only the new token gets in, at once', async () => {
  const { id, token = '' } = await create();
  const { token: rotated = '' } = await ask('POST', `/${id}/token`);
  expect([await knock(token), await knock(rotated)]).toEqual([401, 200]);
});

test('a deleted agent gets in no more, at once', async () => {
  const { id, token = '' } = await create();
  await ask('DELETE', `/${id}`);
  expect(await knock(token)).toBe(401);
});
