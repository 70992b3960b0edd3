import { listPage, type ListSpec, type Page, type RawQuery } from '@parapet/chassis';
import { sortableTime } from '@parapet/contracts';
import type { Collection, ReadModel } from '@parapet/readmodel';
import { completeListed } from './listed-observation';
import type { ObservationDocument } from './observation.collection';
import { observationFilters } from './observation-filters';

/** What to list, by the parameters. @throws Problem when one is not valid. */
function specOf(
  collection: Collection<ObservationDocument>,
  query: RawQuery,
): ListSpec<ObservationDocument> {
  const { since, until, ...filters } = observationFilters(query);
  return {
    ...{ list: 'events', collection, ...filters, sort: 'at' },
    long: (document) => document.item,
    ...(since !== undefined && since >= 0n && { above: sortableTime(since) }),
    ...(until !== undefined && { below: until < 0n ? '' : sortableTime(until + 1n) }),
  };
}

/** One page of observations, newest first, each as JSON text. @throws Problem when a parameter or the cursor is not valid. */
export const listObservations = (
  store: ReadModel,
  collection: Collection<ObservationDocument>,
  query: RawQuery,
): Promise<Page<string>> => listPage(store, query, specOf(collection, query), renderDocument);

/** A page as JSON text: the stored items are joined, not parsed and written again. */
export const pageJson = ({ data, pagination }: Page<string>): string =>
  `{"data":[${data.join(',')}],"pagination":${JSON.stringify(pagination)}}`;

/** The items of a page, each parsed when its turn comes: a thousand may be 64 MB. */
export function* parsedItems({ data }: Page<string>): Generator<object> {
  for (const item of data) yield JSON.parse(item) as object;
}

/** A stored observation as the JSON text of a list item. */
export const renderDocument = (d: ObservationDocument): string =>
  completeListed(d.item, d.received_at);
