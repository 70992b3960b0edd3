import { preferredType } from '../http/accept';
import { csvText, type CsvTable } from './csv';
import type { Page } from './page';

/** What of a Fastify reply a list that is also CSV needs. */
export interface ListReply {
  readonly request: {
    readonly url: string;
    readonly headers: { readonly accept?: string | undefined };
    readonly routeOptions: { readonly url?: string | undefined };
  };
  header(name: string, value: string): unknown;
}

/** Whether the client would rather have CSV than JSON. The answer is one of several, and says so. */
export function prefersCsv(reply: ListReply): boolean {
  reply.header('vary', 'Accept');
  const { accept } = reply.request.headers;
  return preferredType(accept, ['application/json', 'text/csv']) === 'text/csv';
}

/** A page whose items may be made as they are written. */
interface CsvPage extends Pick<Page<object>, 'pagination'> {
  readonly data: Iterable<object>;
}

/** Answers a page as CSV. Where the list goes on stands in `Link`. */
export function answerCsv(
  reply: ListReply,
  table: CsvTable,
  { data, pagination }: CsvPage,
): Promise<string> {
  reply.header('content-type', 'text/csv; charset=utf-8; header=present');
  reply.header('content-disposition', `attachment; filename="${table.file}"`);
  const { next_cursor } = pagination;
  if (next_cursor !== null) reply.header('link', `<${nextPage(reply, next_cursor)}>; rel="next"`);
  return csvText(table, data);
}

/** The same list, filters and limit, from behind the cursor. */
function nextPage({ request }: ListReply, cursor: string): string {
  const at = request.url.indexOf('?');
  const query = new URLSearchParams(at < 0 ? '' : request.url.slice(at));
  query.set('cursor', cursor);
  return `${request.routeOptions.url ?? ''}?${query.toString()}`;
}
