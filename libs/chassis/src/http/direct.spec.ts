import { Controller, Injectable, Module, Put } from '@nestjs/common';
import { Problem } from '@parapet/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { testHouse, type TestHouse } from '../testing';
import { directHandler } from './direct';
import { AgentRoute } from './route';

@Injectable()
class Greetings {
  readonly greeting = 'hello';
}

@Controller('v1')
class DirectController {
  constructor(private readonly greetings: Greetings) {}

  @Put('greetings')
  @AgentRoute({ direct: true })
  async put({ caller }: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.status(202).send({ said: this.greetings.greeting, to: caller?.kind });
  }

  @Put('refusals')
  @AgentRoute({ direct: true })
  async refuse(): Promise<void> {
    throw new Problem('bad_request', 'not like this', 'otherwise');
  }
}

@Module({ controllers: [DirectController], providers: [Greetings] })
class DirectModule {}

let house: TestHouse;
let token: string;
beforeAll(async () => {
  house = await testHouse({ imports: [DirectModule] });
  token = (await house.addAgent()).token;
});
afterAll(() => house.close());

const put = (url: string, authorization = `Bearer ${token}`) =>
  house.inject({ method: 'PUT', url, headers: { authorization } });

test('a direct route is served by the controller that Nest made, with what the hooks know', async () => {
  const answer = await put('/v1/greetings');
  expect([answer.statusCode, answer.json()]).toEqual([202, { said: 'hello', to: 'agent' }]);
});

test('a direct route is guarded as every other', async () => {
  expect((await put('/v1/greetings', 'Bearer nobody')).statusCode).toBe(401);
});

test('what a direct route throws is answered as everywhere', async () => {
  const answer = await put('/v1/refusals');
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { error: 'not like this: otherwise', type: 'InvalidEvent' },
  ]);
});

test('a direct route without its method is refused at the start', () => {
  const missing = { controller: Greetings, method: 'greet' };
  expect(() => directHandler(missing, () => ({}))).toThrow('Greetings has no method greet');
});
