/** The filters of a page in words; of issues only what matters to how they are found. */
const GROUPS = {
  events: (name) => name,
  issues: (name) => {
    const looked = ['agent_id', 'destination'].filter((field) => name.includes(field));
    return looked.length > 0 ? `${looked.join(' and ')} with any others` : 'any without these two';
  },
};
const PAGES = { first: 'page 1', far: 'page 1,000 or the last' };

/**
 * What one more document costs.
 * @param grown `{ name: what growing told }`
 */
export const insertCurve = (grown) => ({
  ...{ name: 'documents-insert', title: 'One more document', x: 'documents' },
  ...{ y: 'µs CPU per document', log: true },
  series: Object.entries(grown).map(([name, sizes]) => ({
    ...{ name, points: sizes.map(({ size, insert }) => [size, insert.cpu]) },
  })),
  model:
    'y = a + b log(documents): the depth of each index, and the part of it that is not in the cache',
  bend: 'Events cost at 10,000,000 what they cost at 100,000. Issues, which have more indexes, double: those that begin with an agent or a destination outgrow the cache of 16 MB, and each insert then writes pages of its own.',
});

/**
 * What a page costs, of each combination of filters, or the slowest of several that are found alike.
 * @param list `events` or `issues`
 * @param grown what growing told, embedded
 */
export const pageCurves = (list, grown) =>
  Object.entries(PAGES).map(([page, title]) => ({
    ...{ name: `documents-${list}-${page}`, title: `${title} of ${list}, embedded` },
    ...{ x: 'documents', y: 'µs CPU per page of 100', log: true },
    series: seriesOf(list, page, grown),
    ...{ model: 'y = constant', bend: 'It does not bend: a page is one range of an index.' },
  }));

function seriesOf(list, page, grown) {
  const groups = Map.groupBy(grown[0].pages, ({ name }) => GROUPS[list](name));
  return [...groups.keys()].map((group) => ({
    name: group,
    points: grown.map(({ size, pages }) => {
      const alike = pages.filter(({ name }) => GROUPS[list](name) === group);
      return [size, Math.max(...alike.map((one) => one[page].cpu))];
    }),
  }));
}
