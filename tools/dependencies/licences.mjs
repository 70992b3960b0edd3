export const LICENCES_PAGE = 'docs/licences.md';

const is = (name) => (component) =>
  component.properties?.some((p) => p.name === `cdx:npm:package:${name}`);
const licenceOf = ({ licenses }) =>
  licenses.map((l) => l.expression ?? l.license.id ?? l.license.name).join(', ');

/** How many packages come under each licence, most first. */
function counts(components) {
  const byLicence = Map.groupBy(components, licenceOf);
  return [...byLicence]
    .map(([licence, { length }]) => [licence, length])
    .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}

const row = (cells) => `| ${cells.join(' | ')} |`;
const table = (head, rows) => [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');

/** The page that lists under which licence everything comes that is not ours. */
export function licencesPage({ components }) {
  const foreign = components.filter((component) => !is('private')(component));
  const shipped = foreign
    .filter((component) => !is('development')(component))
    .map((component) => [component.name, component.version, licenceOf(component)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `# Licences

Made by \`npm run licences\` from the lock file; CI fails when it drifts, and when a package comes under a licence that
\`tools/dependencies/lock.mjs\` does not allow. \`npm run sbom\` writes all of it as a CycloneDX document.

## What is shipped

${table(['package', 'version', 'licence'], shipped)}

## All of it, tools and tests included

${table(['licence', 'packages'], counts(foreign))}
`;
}
