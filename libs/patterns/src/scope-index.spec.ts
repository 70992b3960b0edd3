import type { PolicySelector } from '@parapet/contracts';
import { ScopeIndex } from './scope-index';
import { EVERYWHERE } from './scoped-rules';

const platform = 'kubernetes';
const around = (index: ScopeIndex, labels: Record<string, string>) =>
  index.around({ platform, labels });

test('values of several labels never make the scope of others', () => {
  const index = new ScopeIndex();
  const scopes: PolicySelector[] = [
    { platform, cluster: '', namespace: '1:x' },
    { platform, cluster: 'x', namespace: '' },
    { platform, cluster: '1:x', namespace: '' },
    { platform, cluster: '', namespace: '' },
  ];
  expect(new Set(scopes.map((selector) => index.at(selector))).size).toBe(4);
  for (const { platform: _, ...labels } of scopes)
    expect(around(index, labels)).toEqual([index.at({ platform, ...labels })]);
});

test('a scope of a platform alone has all its agents, and one of a label none that lacks it', () => {
  const index = new ScopeIndex();
  const all = index.at({ platform });
  const prod = index.at({ platform, cluster: 'prod' });
  expect(around(index, { cluster: 'prod' })).toEqual([all, prod]);
  expect(around(index, { namespace: 'prod' })).toEqual([all]);
  expect(index.around({ platform: 'vanilla', labels: { cluster: 'prod' } })).toEqual([]);
  expect(index.at(null)).toBe(EVERYWHERE);
});
