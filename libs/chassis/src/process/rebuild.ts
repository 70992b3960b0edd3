import type { LoggerService, Type } from '@nestjs/common';
import type { Settings } from '../settings/settings.config';
import { startWithoutServing } from './start-without-serving';
import { type ReportProgress, untilProjected } from './until-projected';

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
 */
export async function rebuild({ module, settings, report, ...given }: RebuildOf): Promise<void> {
  const workshop = await startWithoutServing(module, settings, given);
  try {
    await workshop.store.dropDerived();
    await workshop.consume();
    await untilProjected(workshop, report);
  } finally {
    await workshop.close();
  }
}
