import { toAppend } from '@parapet/contracts';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { DetectionModule } from '../detection.module';
import { policyCreated, policyDocument } from '../testing/facts';
import { LawBook } from './law-book';
import { RuleTable } from './rule-table';

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [DetectionModule] });
});
afterAll(() => house.close());

test('rule 4: the law knows every policy that was in the log when it was asked for', async () => {
  const book = house.app.get(LawBook);
  for (let i = 0; i < 20; i += 1) {
    const id = `policy_${i}`;
    const fact = policyCreated(id, policyDocument([`d${i}.example.com`]));
    const [position] = await house.log.append('policies', [toAppend(id, fact)]);
    const { rules, judgedAt } = await book.current();
    expect([judgedAt, rules.size]).toEqual([(position?.offset ?? NaN) + 1, i + 1]);
  }
});

test('rules are compiled once per change, and only when asked for', async () => {
  const table = house.app.get(RuleTable);
  await table.caughtUp();
  const { rules } = table.current();
  expect(table.current().rules).toBe(rules);
  await house.append('policies', 'policy_x', policyCreated('policy_x', policyDocument(['x.com'])));
  await table.caughtUp();
  expect(table.current().rules).not.toBe(rules);
});
