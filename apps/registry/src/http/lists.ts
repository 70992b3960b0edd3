import { Injectable, type StreamableFile } from '@nestjs/common';
import {
  Authenticator,
  listAll,
  listPage,
  type ListSpec,
  type Page,
  type RawQuery,
  type UserCaller,
  whileAllowed,
} from '@parapet/chassis';
import { type Document, ReadModel } from '@parapet/readmodel';
import { isPaged } from './is-paged';
import { streamList } from './stream-list';

/** Which part of a list is asked for, and who asks. */
export interface Asked {
  readonly query: RawQuery;
  readonly caller: UserCaller;
}

/** Answers lists that have no limit in the spec: whole, for as long as the caller would be let in, unless a page is asked for. */
@Injectable()
export class Lists {
  constructor(
    private readonly store: ReadModel,
    private readonly authenticator: Authenticator,
  ) {}

  /** @throws Problem `bad_request`; Unavailable */
  async answer<D extends Document, T>(
    { query, caller }: Asked,
    spec: ListSpec<D>,
    render: (document: D) => T,
  ): Promise<StreamableFile | Page<T>> {
    if (isPaged(query)) return listPage(this.store, query, spec, render);
    const mayStay = (): boolean => this.authenticator.mayStay(caller);
    return streamList(whileAllowed(listAll(this.store, spec), mayStay), render);
  }
}
