import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SettingsError } from '@parapet/chassis';
import { SEVERITIES } from '@parapet/contracts';
import { addToCatalog } from './catalog';
import { builtInCatalog, readCatalog } from './read-catalog';

const entry = {
  name: 'x',
  severity: 'low',
  technique: 'T1059',
  title: 'X',
  sentence: 'X was seen.',
};

test('the built-in catalog has a title, a sentence and a severity for each name', () => {
  const entries = [...builtInCatalog().values()];
  const count = (severity: string): number => entries.filter((e) => e.severity === severity).length;
  expect(['critical', 'high', 'medium', 'low'].map(count)).toEqual([32, 7, 5, 4]);
  expect(new Set(entries.map((e) => e.title)).size).toBe(48);
  expect(entries.filter((e) => e.technique === null).map((e) => e.name)).toEqual([
    ...['dropip', 'dropdomain'],
  ]);
  for (const e of entries) expect(e.sentence).toMatch(/^[A-Z].{20,}\.$/);
});

describe('docs/detection.md', () => {
  const page = readFileSync(join(__dirname, '../../../../docs/detection.md'), 'utf8');

  test.each(SEVERITIES)('names every entry that is %s, and no other', (severity) => {
    const [, cell = ''] = new RegExp(`^\\| ${severity} +\\| (.*) \\|$`, 'm').exec(page) ?? [];
    const said = cell.match(/\w+/g);
    const entries = [...builtInCatalog().values()].filter((e) => e.severity === severity);
    expect(said).toEqual(entries.map((e) => e.name));
  });

  test('shows a file that can be read', () => {
    const [, file = ''] = /```json\n([^`]*)```/.exec(page) ?? [];
    expect(addToCatalog(new Map(), JSON.parse(file), 'the page').size).toBe(1);
  });
});

test('a name that every object has is not in the catalog', () => {
  expect(builtInCatalog().get('constructor')).toBeUndefined();
});

test.each([
  [{}, /must be a list/],
  [[null], /entry 1: must be an object/],
  [[entry, { ...entry, severity: 'severe' }], /entry 2: severity must be one of critical/],
  [[{ ...entry, name: '' }], /name must be a text/],
  [[{ ...entry, title: 7 }], /title must be a text/],
  [[{ ...entry, title: ' \t' }], /title must be a text/],
  [[{ ...entry, sentence: undefined }], /sentence must be a text/],
  [[{ ...entry, technique: 'T1' }], /technique must look like/],
])('%j is refused with a sentence', (entries, sentence) =>
  expect(() => addToCatalog(new Map(), entries, 'mine.json')).toThrow(sentence),
);

describe('a file of the operator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('adds entries and replaces built-in ones', () => {
    const path = join(folder, 'mine.json');
    writeFileSync(path, JSON.stringify([entry, { ...entry, name: 'dropip', technique: null }]));
    const catalog = readCatalog(path);
    expect(catalog.size).toBe(49);
    expect(catalog.get('dropip')?.severity).toBe('low');
  });

  test('may begin with the mark that some editors write, which no one sees', () => {
    const path = join(folder, 'marked.json');
    writeFileSync(path, `\uFEFF${JSON.stringify([entry])}`);
    expect(readCatalog(path).get('x')?.title).toBe('X');
  });

  test.each([
    [
      'is missing',
      'none',
      null,
      /^DETECTION_CATALOG cannot be used: .*none\.json cannot be read.*ENOENT/,
    ],
    ['is no JSON', 'half', '[{', /half\.json cannot be read as JSON/],
    ['is no catalog', 'other', '{}', /other\.json must be a list/],
  ])('that %s is a bad setting, told with its path', (_, name, text, sentence) => {
    const path = join(folder, `${name}.json`);
    if (text !== null) writeFileSync(path, text);
    expect(() => readCatalog(path)).toThrow(SettingsError);
    expect(() => readCatalog(path)).toThrow(sentence);
  });
});
