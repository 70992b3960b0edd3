import type { Type } from '@nestjs/common';
import type { ConsumerProgress } from '@parapet/eventlog';
import type { Settings } from '../settings/settings.config';
import { startWithoutServing } from './start-without-serving';

/**
 * Drops every document that is made from the log and makes it again. The house must be stopped. Reactors do not run, so nothing
 * is judged, planned or sent again. `report` is told about once a second how far each projection is.
 */
export async function rebuild(
  module: Type,
  settings: Settings,
  report: (progress: readonly ConsumerProgress[]) => void,
): Promise<void> {
  const workshop = await startWithoutServing(module, settings);
  const { consumers, store } = workshop;
  const tell = async (): Promise<void> => report(await consumers.progress());
  const timer = setInterval(() => void tell().catch(() => undefined), 1_000);
  try {
    await store.dropDerived();
    await workshop.consume();
    await consumers.idle();
    await tell();
  } finally {
    clearInterval(timer);
    await workshop.close();
  }
}
