import { newAgent, sendLines } from '../house/actors';
import { type House, openHouse } from '../house/house';
import type { ListedEvent } from '../house/shapes';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

// proves: api-tetragon-far-end, api-tetragon-inbound
test.each([
  ['tcp_close', 'TCP_CLOSE_WAIT', undefined],
  ['tcp_set_state', 'TCP_SYN_RECV', 'inbound'],
])('the far end of a socket is the destination: %s', async (function_name, state, direction) => {
  const agent = await newAgent(house.admin);
  const sock_arg = {
    ...{ family: 'AF_INET', protocol: 'IPPROTO_TCP', state },
    ...{ saddr: '192.0.2.15', sport: 8080, daddr: '203.0.113.9', dport: 50_000 },
  };
  const line = {
    process_kprobe: { function_name, args: [{ sock_arg }] },
    time: '2026-03-03T10:11:12Z',
  };
  const { body } = await sendLines(agent.client, '/v1/integrations/tetragon', [line]);
  const id = String(body.results[0]?.id);
  const { metadata } = (await house.admin.get<ListedEvent>(`/v1/events/${id}`)).body;
  expect(metadata).toMatchObject({ destination: '203.0.113.9', port: 50_000, source_port: 8080 });
  expect(metadata['direction']).toBe(direction);
});
