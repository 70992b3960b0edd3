import { type Settings, silentAfterMs } from '@parapet/chassis';
import type { SilenceRule } from './judge-silence';

/**
 * When an agent is silent, by the settings. It is news as long as its observation would be kept, so that one that has expired is not made
 * again. Null where nobody is to be told.
 */
export function silenceRule(settings: Settings): SilenceRule | null {
  const afterMs = silentAfterMs(settings);
  return afterMs === null ? null : { afterMs, newsMs: settings.observationRetentionMs };
}
