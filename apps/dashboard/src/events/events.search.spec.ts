import { isFiltered } from '../api/from-address';
import { eventsSearch } from './events.search';

test('what cannot be in an address is left out of it', () => {
  const search = eventsSearch({ verdict: 'gone', since: 'yesterday', type: 127, other: 1 });
  expect(search).toEqual({ type: '127' });
});

test('an address that says nothing shows all', () => {
  expect(isFiltered(eventsSearch({}))).toBe(false);
  expect(isFiltered(eventsSearch({ agent_id: 'agent_1' }))).toBe(true);
});
