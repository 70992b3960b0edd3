import { table } from './table-text';

test('columns stand under their heads', () => {
  expect(table(['ID', 'NAME', 'LAST'], [['1', 'build', 'now and then']])).toEqual([
    'ID  NAME   LAST',
    '1   build  now and then',
  ]);
});

test('columns stand under their heads, whatever the width of what is in them', () => {
  const names = ['構築', 'e\u0301te\u0301', '🚀', 'plain'];
  const rows = names.map((name) => [name, 'x']);
  expect(table(['NAME', ''], rows).slice(1)).toEqual([
    '構築   x',
    'e\u0301te\u0301    x',
    '🚀     x',
    'plain  x',
  ]);
});
