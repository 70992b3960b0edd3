import type { HouseClient } from '../house/house-client';
import { planForCertain } from './plan-for-certain';
import type { Step } from './plan-policies';
import type { PolicyShown } from './policy-in-house';

const EGRESS = { name: 'egress' } as PolicyShown;
/** Makes the policy `egress` where it is not listed. */
const plan = (inHouse: readonly PolicyShown[]): Step[] => [
  { kind: inHouse.includes(EGRESS) ? 'keep' : 'create', file: {}, now: EGRESS } as Step,
];

const about = (read_model: string, ...missing: string[]): object => ({
  services: [{ name: 'house', missing }],
  storage: { read_model },
});
const list = (...data: PolicyShown[]): object => ({ data });

let waited: number[];
/** Plans by a house that answers so, one request after the other. @returns what is to be done */
async function planned(...answers: object[]): Promise<string[]> {
  waited = [];
  const read = async (path: string): Promise<unknown> => {
    const answer = answers.shift();
    expect(answer).toHaveProperty(path === '/v1/about' ? 'services' : 'data');
    return answer;
  };
  const house = { url: 'http://house', read } as unknown as HouseClient;
  const steps = await planForCertain(house, plan, async (ms) => waited.push(ms));
  expect(answers).toEqual([]);
  return steps.map(({ kind }) => kind);
}

const making = (read_model: string): object =>
  about(read_model, 'projections: documents are being made from the log: registry.policies');

test('a policy that is not listed, since nobody has heard yet that documents were dropped, is not made twice', async () => {
  const heard = [making('mongodb'), about('mongodb')];
  const answers = [about('mongodb'), list(), ...heard, list(EGRESS)];
  expect(await planned(...answers)).toEqual(['keep']);
  expect(waited).toEqual([2_500, 500]);
});

test('nothing is planned before documents are made', async () => {
  const answers = [making('embedded'), making('embedded'), about('embedded'), list(EGRESS)];
  expect(await planned(...answers)).toEqual(['keep']);
  expect(waited).toEqual([500, 500]);
});

test('a house that has not made them after 20 s is to be asked later', async () => {
  const answers = Array.from({ length: 41 }, () => making('mongodb'));
  await expect(planned(...answers)).rejects.toThrow(
    /^The house does not know all its policies yet \(projections: .*\): nothing was changed/,
  );
  expect(waited).toHaveLength(40);
});

test('what else a process lacks keeps nobody from changing policies', async () => {
  const answers = [about('mongodb', 'admin token: not set up'), list(EGRESS)];
  expect(await planned(...answers)).toEqual(['keep']);
});

test('of several services the registry alone knows the policies: what others still make is not waited for', async () => {
  const behind = { missing: ['projections: documents are being made from the log: ingest'] };
  const of = (registry: object): object => ({
    services: [{ name: 'front', missing: [] }, { name: 'ingest', ...behind }, registry],
    storage: { read_model: 'mongodb' },
  });
  const ready = of({ name: 'registry', missing: [] });
  const answers = [of({ name: 'registry', ...behind }), ready, list(EGRESS)];
  expect(await planned(...answers)).toEqual(['keep']);
  expect(waited).toEqual([500]);
});

test('a house in one process hears at once: it is asked once', async () => {
  expect(await planned(about('embedded'), list())).toEqual(['create']);
  expect(waited).toEqual([]);
});
