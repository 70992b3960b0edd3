import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_PATHS } from './page-paths';

const INGRESS = join(__dirname, '../../../../deploy/chart/templates/ingress.yaml');

/** What the chart's ingress lets in to the gateway: as it is, or with all below it. */
const [exact = [], prefixes = []] = [
  ...readFileSync(INGRESS, 'utf8').matchAll(/range list ("\/".*|"\/v1".*) \}\}/g),
].map(([, list = '']) => list.split(' ').map((path) => path.replaceAll('"', '')));

test('the ingress of the chart lets every page in', () => {
  const within = (path: string): boolean =>
    exact.includes(path) ||
    prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
  expect([...PAGE_PATHS, '/favicon.svg', '/assets/:file'].filter((path) => !within(path))).toEqual(
    [],
  );
});

test('it lets nothing in that is for the inside', () => {
  const inside = ['/', '/metrics', '/readyz', '/healthz'];
  expect(prefixes.length).toBeGreaterThan(2);
  expect(prefixes.filter((path) => inside.includes(path))).toEqual([]);
});
