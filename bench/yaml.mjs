import policyYaml from '../apps/registry/dist/policy/policy-yaml.js';
import policyReader from '../apps/registry/dist/policy/read-policy.js';

const { MAX_YAML_BYTES } = policyYaml;
const { readPolicy } = policyReader;
const MOST_MS = 50;
const RUNS = 7;

const filled = (piece) => piece.repeat(Math.floor(MAX_YAML_BYTES / Buffer.byteLength(piece)));
const numbered = (line) => {
  let text = '';
  for (let n = 0; text.length < MAX_YAML_BYTES - 64; n += 1) text += line(n);
  return text;
};
const laughs = ['a: &a [lol, lol, lol]'];
for (let n = 1; n < 20; n += 1) laughs.push(`${'ab'[n % 2]}${n}: &${'ab'[n % 2]}${n} [*a, *a, *a]`);

/** 64 KiB of everything that was ever slow in a parser of YAML. */
const DOCUMENTS = {
  'flow lists': filled('['),
  'flow lists, closed': filled('[]'),
  'open maps': filled('{a: '),
  'lists in lines': filled('- '),
  'complex keys': filled('? '),
  'a key of 64 KiB': `${'k'.repeat(MAX_YAML_BYTES - 4)}: 1`,
  'a text of escapes': `a: "${filled('\\x41').slice(0, -8)}"`,
  'a text without end': `a: "${'x'.repeat(MAX_YAML_BYTES - 8)}`,
  'lines of a plain text': filled('a\n'),
  'lines of a block text': `a: |\n${filled(' \n').slice(0, -16)}`,
  'different keys': numbered((n) => `k${n}: 1\n`),
  'the same key': filled('a: 1\n'),
  'keys in a flow map': `{${numbered((n) => `k${n}: 1, `)}}`,
  'pairs in a flow list': filled('[a: b, '),
  anchors: numbered((n) => `- &a${n} x\n`),
  aliases: `- &a x\n${filled('- *a\n').slice(0, -16)}`,
  'billions of laughs': laughs.join('\n'),
  'merge keys': filled('<<: {a: 1}\n'),
  tags: filled('- !!str a\n'),
  documents: filled('---\n'),
  comments: filled('# a\n'),
  stars: filled('- *\n'),
  numbers: numbered((n) => `- ${n}.5e10\n`),
  colons: filled(':'),
  blanks: filled('-      '),
  tabs: filled('\t'),
  'rules of a policy, the last one empty': `name: a\ntype: allow\nrules:\n${numbered((n) => `  - pattern: d${n}.example.com\n`)}  -\n`,
  'rules of a policy': `name: a\ntype: allow\nrules:\n${numbered((n) => `  - pattern: "*.d${n}.example.com"\n`)}`,
};

/** Milliseconds of the quickest of some runs, and what became of the text. */
function cost(text) {
  let [least, outcome] = [Infinity, 'taken'];
  for (let run = 0; run < RUNS; run += 1) {
    const began = performance.now();
    try {
      readPolicy(text);
    } catch (error) {
      outcome = error.message;
    }
    least = Math.min(least, performance.now() - began);
  }
  return { least, outcome };
}

/** See README.md. Resolves with the exit code: 1 when a text costs more than it may. */
export async function bench() {
  const all = Object.entries(DOCUMENTS).map(([name, text]) => ({ name, ...cost(text) }));
  all.sort((a, b) => b.least - a.least);
  for (const { name, least, outcome } of all)
    console.log(`${least.toFixed(2).padStart(8)} ms  ${name.padEnd(24)} ${outcome.slice(0, 80)}`);
  return all[0].least > MOST_MS ? 1 : 0;
}
