import { objectOf, own } from '../sensor/members';
import type { SensorHealth } from '../sensor/sensor-outcome';
import { type FalcoFields, text, whole } from './falco-fields';

/** Numbers in its metrics count from its start: only the report of drops says how many were lost since the last one. */
const DROPS = 'Falco internal: syscall event drop';

/** What Falco says of its own health, such as system calls that it lost; null when it speaks of something else. */
export function healthOf(event: FalcoFields, rule: string): SensorHealth | null {
  if (text(event, 'source') !== 'internal' && !rule.startsWith('Falco internal')) return null;
  const fields = objectOf(own(event, 'output_fields'));
  const lost = rule === DROPS ? (whole(fields, 'n_drops') ?? 0) : 0;
  const message = text(event, 'output') ?? rule;
  return { event: rule, message, lost, time: text(event, 'time') };
}
