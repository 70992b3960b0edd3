import type { Settings } from '../settings/settings.config';
import { NO_TRACING, type Tracing } from './tracing';

/**
 * What is traced of a process, as its settings say. Where they name no collector nothing of OpenTelemetry is loaded.
 * @param name as operators call the process
 */
export async function openTracing({ traces, eventLog }: Settings, name: string): Promise<Tracing> {
  if (traces === null) return NO_TRACING;
  const { otlpTracing } = await import('#tracing/otlp/otlp-tracing');
  return otlpTracing({ ...traces, eventLog, name });
}
