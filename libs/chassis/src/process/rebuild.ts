import type { LoggerService, Type } from '@nestjs/common';
import type { Settings } from '../settings/settings.config';
import { startWithoutServing } from './start-without-serving';
import { type Unhandled, UnhandledRecords } from './unhandled';
import { type ReportProgress, untilAnswered, untilProjected } from './until-projected';

/** What a rebuild is made of. */
export interface RebuildOf {
  /** All services whose documents are to be made: every projection. */
  readonly module: Type;
  readonly settings: Settings;
  readonly logger?: LoggerService;
  /** Ends the waiting for servers that are away when it begins. */
  readonly signal?: AbortSignal;
  readonly report: ReportProgress;
}

/**
 * Drops every document that is made from the log and makes it again. Reactors do not run, so nothing is judged, planned or sent
 * again. Over embedded storage the house must be stopped; elsewhere a running one is not ready until it is done, and helps.
 * @returns what could not be handled, by this process or one that helped: the documents lack it
 */
export async function rebuild({
  module,
  settings,
  report,
  ...given
}: RebuildOf): Promise<Unhandled> {
  const workshop = await startWithoutServing(module, settings, given);
  try {
    const { log, consumers, store } = workshop;
    const unhandled = await UnhandledRecords.begin(log, consumers.specs());
    await store.dropDerived();
    await workshop.consume();
    await untilProjected(workshop, report);
    return await untilAnswered(() => unhandled.now());
  } finally {
    await workshop.close();
  }
}
