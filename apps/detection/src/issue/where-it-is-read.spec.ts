import { compileRules } from '@parapet/patterns';
import { builtInCatalog } from '../catalog/read-catalog';
import { connection, policy, recorded } from '../testing/facts';
import { judgeObservation } from './judge-observation';

const law = {
  rules: compileRules([policy(['good.example', '192.0.2.7'])]),
  catalog: builtInCatalog(),
};
const judge = (metadata: object, kind = 'network_connection') =>
  judgeObservation(recorded({ ...connection(metadata), kind }).data, law);

test('a query is where something went only of what is looked up', () => {
  const both = { destination: 'good.example', query: 'bad.example' };
  expect(judge(both)).toBeNull();
  expect(judge(both, 'dns_query')?.title).toBe('Unknown egress to bad.example');
});

test.each([
  ['network_connection', { destination: ' good.example\n' }],
  ['network_connection', { destination_ip: '\t192.0.2.7 ' }],
  ['dns_query', { query: ' good.example ' }],
])('blanks around it are none of it: %s of %j', (kind, metadata) =>
  expect(judge(metadata, kind)).toBeNull(),
);
