import { agentOptions } from './agent-options';

const agent = (id: string, name: string, hostname = name) =>
  ({ id, name, hostname, status: 'connected', platform: 'vanilla', cluster: '' }) as const;
const FLEET = [agent('agent_1', 'demo-node-3'), agent('agent_2', 'other', 'host\u202e')];
const values = (written: string): string[] =>
  agentOptions(FLEET, written).map(({ value }) => value);

test('before anything is written all that were found can be chosen', () =>
  expect(agentOptions(FLEET, '')).toEqual([
    { value: 'agent_1', label: 'demo-node-3' },
    { value: 'agent_2', label: 'host⟨U+202E⟩' },
  ]));

test.each([
  ['NODE', ['agent_1']],
  [' host ', ['agent_2']],
  ['other', ['agent_2']],
  ['nobody', []],
])('of those that were found for another text %s leaves those that are called so', (text, left) =>
  expect(values(text)).toEqual(left),
);

test('an id that was not found can be chosen after those that were', () => {
  expect(values('agent_')).toEqual(['agent_1', 'agent_2']);
  expect(values('agent_1')).toEqual(['agent_1']);
  expect(values('agent_gone')).toEqual(['agent_gone']);
});
