import { refusedBy } from '../testing/refused-by';
import { readPolicy } from './read-policy';

const details = (source: string): string => refusedBy(() => readPolicy(source)).details;

const HEAD = 'name: Mirrors\ntype: allow\n';
const RULE = 'rules:\n  - pattern: a.example\n';

test.each<[string, string, string]>([
  ['a wrong pattern', `${HEAD}${RULE}  - pattern: "a b"\n`, 'line 5, column 14: '],
  [
    'a wrong pattern in braces',
    `${HEAD}rules: [{pattern: a.b}, {pattern: a b}]`,
    'line 3, column 35',
  ],
  ['a rule without pattern', `${HEAD}${RULE}  - comment: x\n`, 'line 5, column 5: '],
  ['an empty rule', `${HEAD}${RULE}  -\n  - pattern: b.example\n`, 'line 5, column 3: '],
  [
    'the second of two empty rules',
    `${HEAD}rules:\n- pattern: a.b\n  comment: |\n    - x\n-\n-`,
    'line 7',
  ],
  ['a bare pattern', `${HEAD}${RULE}  - b.example\n`, 'line 5, column 5: '],
  ['an unknown key', `${HEAD}${RULE}enabeld: true\n`, 'line 5, column 1: '],
  ['an unknown key of a rule', `${HEAD}${RULE}    coment: x\n`, 'line 5, column 5: '],
  ['a merge key', `${HEAD}${RULE}<<: {enabled: true}\n`, 'line 5, column 1: '],
  ['an unknown type', 'name: a\ntype:   deny\n', 'line 2, column 9: '],
  ['no name', `# first\n\ntype: allow\n${RULE}`, 'line 3, column 1: '],
  ['an empty name', `name:\ntype: allow\n${RULE}`, 'line 1, column 1: '],
  ['rules that are no list', `${HEAD}rules:\n  all: yes`, 'line 4, column 3: '],
  ['no rules in the list', `${HEAD}rules: []`, 'line 3, column 8: '],
  ['a selector of a global policy', `${HEAD}selector: {}\n${RULE}`, 'line 3, column 1: '],
  ['selected without a selector', `${HEAD}scope: selected\n${RULE}`, 'line 3, column 8: '],
  [
    'a label of another platform',
    `${HEAD}scope: selected\nselector:\n  platform: kubernetes\n  job: x\n${RULE}`,
    'line 6, column 3: ',
  ],
  ['everything, unconfirmed', `${HEAD}${RULE}  - pattern: '*'\n`, 'line 5, column 14: '],
  ['half a surrogate pair', `${HEAD}${RULE}metadata: {a: ["", "\\ud800"]}`, 'line 5, column 20: '],
  ['a key __proto__', `${HEAD}${RULE}metadata:\n  a: {__proto__: 1}\n`, 'line 6, column 7: '],
  ['nothing but a word', 'hello', 'line 1, column 1: '],
  ['a null', '--- \n', 'line 1, column 1: '],
  [
    'lines that end as on Windows',
    `${HEAD}${RULE}enabled: 1`.replaceAll('\n', '\r\n'),
    'line 5, column 10',
  ],
  ['a mark of byte order', '\ufeffnam: x', 'line 1, column 1: '],
])('the place of %s is said', (_, source, place) => {
  expect(details(source)).toMatch(new RegExp(`^${place}`));
});

test('what would be right follows the place', () => {
  expect(details(`${HEAD}${RULE}metadata:\n  a: {"b\\0": 1}`)).toBe(
    'line 6, column 7: leave it out',
  );
});
