import { DEPLOYMENTS, deploymentsOf } from './deployments.mjs';

const HEAD = `# Conformance

<!-- Written by \`npm run conformance\`; do not edit. -->

Each sentence of [the spec](spec.md) and of [our additions](api.md) that can be tested, and the tests that prove it. "One process" is the standalone house on embedded storage, "apart" each service as processes of its own on Kafka and MongoDB; a sentence counts as proven when it is on both. Under each table stands what no test from outside can prove, and why.
`;

/** The table as Markdown. `quoted`: the sentences by section; `claims`: what the tests say that they prove. */
export function pageOf(quoted, claims) {
  const documents = [...new Set(quoted.map(({ document }) => document))];
  const parts = documents.map((document) => {
    const sections = quoted.filter((part) => part.document === document);
    return `\n## ${document}\n${sections.map((part) => sectionOf(part, claims)).join('')}`;
  });
  return `${HEAD}\n${countsOf(quoted, claims)}\n${parts.join('')}`;
}

function countsOf(quoted, claims) {
  const proven = quoted.flatMap(({ sentences }) => Object.keys(sentences)).length;
  const reasons = quoted.flatMap(({ untestable = {} }) => Object.keys(untestable)).length;
  return `${proven} sentences are proven by ${claims.length} tests on ${DEPLOYMENTS.length} deployments; ${reasons} cannot be tested.`;
}

function sectionOf({ section, sentences, only = {}, untestable = {} }, claims) {
  const rows = Object.entries(sentences).map(([id, quote]) =>
    rowOf({ id, quote, only: only[id] }, claims),
  );
  const table = `\n| Sentence | Tests | Deployments |\n| --- | --- | --- |\n${rows.join('')}`;
  const reasons = Object.entries(untestable).map(
    ([quote, reason]) => `- ${cell(quote)} — ${reason}\n`,
  );
  const list = reasons.length > 0 ? `\nNot tested:\n\n${reasons.join('')}` : '';
  return `\n### ${section}\n${rows.length > 0 ? table : ''}${list}`;
}

/** `only`: the one deployment that a sentence is about, and why. */
function rowOf({ id, quote, only }, claims) {
  const proofs = claims.filter((claim) => claim.ids.includes(id));
  const tests = proofs.map(({ file, title }) => `[${nameOf(file)}](../${file}): ${cell(title)}`);
  const on = new Set(proofs.flatMap(({ file }) => deploymentsOf(file)));
  const where = [DEPLOYMENTS.filter((deployment) => on.has(deployment)).join(', ')];
  if (only) where.push(`(${only[1]})`);
  return `| ${cell(quote)}<br>\`${id}\` | ${tests.join('<br>')} | ${where.join(' ')} |\n`;
}

const nameOf = (file) => file.replace(/^e2e\/src\//, '').replace(/((\.e2e)?\.spec)?\.ts$/, '');

/** Text in a cell of a table: bars do not end it, and nothing in it is markup but what is in backticks. */
const cell = (text) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^\| | \|$/g, '')
    .replaceAll('\\|', '|')
    .replaceAll('|', '\\|')
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll(/[<*]/g, '\\$&')))
    .join('');
