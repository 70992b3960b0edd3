import { deploymentsOf, DEPLOYMENTS } from './deployments.mjs';
import { leftOf, normal, sectionsOf } from './documents.mjs';

/** The quotes of a section: of sentences that are proven, and of those that no test can prove. */
const quotesOf = ({ sentences, untestable = {} }) => [
  ...Object.values(sentences),
  ...Object.keys(untestable),
];

/** What is quoted wrongly, and what the pages say that nobody quotes. `pages`: text by name of the document. */
export function faultsOfQuotes(quoted, pages) {
  const faults = [];
  for (const [document, markdown] of Object.entries(pages)) {
    const sections = sectionsOf(markdown);
    const parts = quoted.filter((part) => part.document === document);
    for (const { section } of parts)
      if (!sections.has(section)) faults.push(`${document}: there is no section "${section}"`);
    for (const [section, text] of sections) {
      const quotes = parts.filter((part) => part.section === section).flatMap(quotesOf);
      faults.push(...faultsOfSection(text, quotes).map((f) => `${document}, ${section}: ${f}`));
    }
  }
  return faults;
}

function faultsOfSection(text, all) {
  const quotes = all.map(normal);
  const times = (quote) => text.split(quote).length - 1;
  const wrong = quotes.filter((quote) => times(quote) !== 1);
  const right = quotes.filter((quote) => times(quote) === 1);
  return [
    ...wrong.map((quote) => `it says ${times(quote)} times, not once: ${quote}`),
    ...leftOf(text, right).map((left) => `no sentence and no reason covers: ${left}`),
  ];
}

/** Ids that nobody knows or that are given twice, and sentences that are not proven on every deployment they are about. */
export function faultsOfClaims(quoted, claims) {
  const ids = quoted.flatMap(({ sentences }) => Object.keys(sentences));
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at);
  const unknown = claims.flatMap((claim) =>
    claim.ids
      .filter((id) => !ids.includes(id))
      .map((id) => `${claim.file}: "${claim.title}" proves ${id}, which is no sentence`),
  );
  const only = new Map(quoted.flatMap((part) => Object.entries(part.only ?? {})));
  const unproven = ids.flatMap((id) => {
    const files = claims.filter((claim) => claim.ids.includes(id)).map(({ file }) => file);
    const on = new Set(files.flatMap(deploymentsOf));
    const wanted = only.has(id) ? [only.get(id)[0]] : DEPLOYMENTS;
    const missing = wanted.filter((deployment) => !on.has(deployment));
    return missing.length > 0 ? [`${id} is not proven: ${missing.join(', ')}`] : [];
  });
  return [...twice.map((id) => `${id} is the id of two sentences`), ...unknown, ...unproven];
}
