import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { IngestModule } from '../ingest.module';

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [IngestModule] });
});
afterAll(() => house.close());

test.each(['k'.repeat(128), '😀'.repeat(128)])(
  'events of a kind as long as it may be can be asked for, whatever its characters: %#',
  async (kind) => {
    const { token } = await house.addAgent();
    const { id } = (
      await house.inject({
        ...{ method: 'PUT', url: '/v1/events_v2', headers: { authorization: `Bearer ${token}` } },
        payload: { kind, timestamp: '2026-03-03T10:11:12Z', metadata: {}, verdict: 'allowed' },
      })
    ).json<{ id: string }>();
    const ask = async (type: string) =>
      house.inject({
        url: `/v1/events?type=${encodeURIComponent(type)}`,
        headers: { authorization: `Bearer ${house.adminToken}` },
      });
    expect((await ask(kind)).json()).toMatchObject({ data: [{ id, type: kind }] });
    expect((await ask(`${kind}k`)).statusCode).toBe(400);
  },
);
