import { listedExtras } from './listed-extras';

test('a look-up says what was asked, even when that is empty, and only the texts of the answer', () => {
  expect(listedExtras('dns_query', { query: '', response: ['203.0.113.9', 7, null] })).toEqual({
    query: '',
    response: ['203.0.113.9'],
  });
  expect(listedExtras('dns', { response: '203.0.113.9' })).toEqual({ response: ['203.0.113.9'] });
});

test('other kinds have no query', () => {
  const process = { command: 'sh' };
  expect(listedExtras('file_access', { query: 'x', response: 'y', process })).toEqual({ process });
});

test.each([[null], ['text'], [[{ process: {} }]], [{ process: 'sh' }], [{ process: ['sh'] }]])(
  'metadata %j says nothing of that sort',
  (metadata) => expect(listedExtras('dns', metadata)).toEqual({}),
);
