import { readFileSync } from 'node:fs';
import { type Claim, claimsOf } from '../../../tools/conformance/claims.mjs';
import {
  faultsOfClaims,
  faultsOfQuotes,
  type Section,
} from '../../../tools/conformance/faults.mjs';
import { conformance, PAGE } from '../../../tools/conformance/index.mjs';

describe('docs/conformance.md', () => {
  const { page, faults } = conformance();

  test('has every sentence of the documents, and a test that proves it on both deployments', () => {
    expect(faults).toEqual([]);
  });

  test('is what `npm run conformance` writes', () => {
    const [written, kept] = [page, readFileSync(PAGE, 'utf8')].map((text) => text.split('\n'));
    expect(written?.filter((line, at) => line !== kept?.[at])).toEqual([]);
    expect(kept).toHaveLength(written?.length ?? 0);
  });
});

const DOCUMENT = 'docs/page.md';
const PAGE_TEXT = `# Page

An introduction.

## Limits

| Name  | Most |
| ----- | ---- |
| limit | Default 100, maximum 1000 |

- Exceeding it
  yields 400.
`;
const about = (more: Partial<Section>): Section => ({
  ...{ document: DOCUMENT, section: 'Limits', sentences: {} },
  ...more,
});
const INTRODUCTION = about({ section: 'Page', untestable: { 'An introduction.': 'begins it' } });
const WHOLE = about({
  sentences: {
    default: '| limit | Default 100',
    maximum: 'maximum 1000 |',
    yields: 'Exceeding it yields 400.',
  },
});

describe('quotes', () => {
  const faultsOf = (...sections: Section[]) =>
    faultsOfQuotes([INTRODUCTION, ...sections], { [DOCUMENT]: PAGE_TEXT });

  test('that cover every word are right, wherever lines break; the head of a table says nothing', () => {
    expect(faultsOf(WHOLE)).toEqual([]);
  });

  test('that leave a word out are told what they leave', () => {
    const { yields, ...sentences } = WHOLE.sentences;
    expect(yields).toBeDefined();
    expect(faultsOf(about({ sentences }))).toEqual([
      'docs/page.md, Limits: no sentence and no reason covers: Exceeding it yields 400.',
    ]);
  });

  test('that the page does not say are refused, and the words they stood for are missing', () => {
    const changed = { ...WHOLE.sentences, maximum: 'maximum 2000 |' };
    expect(faultsOf(about({ sentences: changed }))).toEqual([
      'docs/page.md, Limits: it says 0 times, not once: maximum 2000 |',
      'docs/page.md, Limits: no sentence and no reason covers: , maximum 1000 |',
    ]);
  });

  test('of a section that is not there are refused', () => {
    expect(faultsOf(WHOLE, about({ section: 'Ends' }))).toEqual([
      'docs/page.md: there is no section "Ends"',
    ]);
  });
});

describe('claims', () => {
  const FILE = 'e2e/src/spec/limits.e2e.spec.ts';

  test('are read right above a test, also above a table of tests, with the titles around it', () => {
    const text = `
describe('limits', () => {
  // proves: default, maximum,
  // proves: yields
  test.each([1, 2])('limit %s', () => undefined);
});
// A remark.
// proves: default
it('alone', () => undefined);
test('nothing', () => undefined);`;
    expect(claimsOf(FILE, text)).toEqual({
      claims: [
        { file: FILE, title: 'limits: limit %s', ids: ['default', 'maximum', 'yields'] },
        { file: FILE, title: 'alone', ids: ['default'] },
      ],
      strays: 0,
    });
  });

  test('that stand above no test are counted', () => {
    const text = `// proves: default\nconst a = 1;\ntest('a', () => {\n  // proves: a\n  f();\n});`;
    expect(claimsOf(FILE, text)).toEqual({ claims: [], strays: 2 });
  });

  const claim = (file: string, ...ids: string[]): Claim => ({ file, title: 'a test', ids });
  const proven = claim(FILE, 'default', 'maximum', 'yields');

  test('that prove every sentence on both deployments are right', () => {
    expect(faultsOfClaims([WHOLE], [proven])).toEqual([]);
  });

  test('of an id that is no sentence are refused', () => {
    expect(faultsOfClaims([WHOLE], [proven, claim(FILE, 'minimum')])).toEqual([
      `${FILE}: "a test" proves minimum, which is no sentence`,
    ]);
  });

  test('that leave a sentence unproven, or proven on one deployment only, are refused', () => {
    const own = claim('e2e/src/own/limits.e2e.spec.ts', 'yields');
    expect(faultsOfClaims([WHOLE], [claim(FILE, 'default'), own])).toEqual([
      'maximum is not proven: one process, apart',
      'yields is not proven: apart',
    ]);
    const only = { ...WHOLE, only: { yields: ['one process', 'a reason'] as const } };
    expect(faultsOfClaims([only], [claim(FILE, 'default', 'maximum'), own])).toEqual([]);
  });

  test('of an id that two sentences have are refused', () => {
    expect(faultsOfClaims([WHOLE, { ...WHOLE, section: 'Page' }], [proven])).toHaveLength(3);
  });

  test('in a folder of which nobody knows where it runs are refused', () => {
    const lost = claim('e2e/src/fleet/a.spec.ts', 'default');
    expect(() => faultsOfClaims([WHOLE], [lost])).toThrow(/tests that prove lie in/);
  });
});
