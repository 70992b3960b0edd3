import type { Settings } from '@parapet/chassis';
import type { SilenceRule } from './judge-silence';

/**
 * When an agent is silent, by the settings: never while it is shown as connected. It is news as long as its observation would be kept,
 * so that one that has expired is not made again. Null where nobody is to be told.
 */
export const silenceRule = (settings: Settings): SilenceRule | null =>
  settings.agentSilentAfterMs === null
    ? null
    : {
        afterMs: Math.max(settings.agentSilentAfterMs, settings.agentTimeoutMs),
        newsMs: settings.observationRetentionMs,
      };
