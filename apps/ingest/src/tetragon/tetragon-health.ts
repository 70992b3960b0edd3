import type { SensorHealth } from '../sensor/sensor-outcome';
import { text, whole } from './tetragon-fields';
import type { TetragonPart } from './tetragon-kind';

/** What Tetragon says of its own health: events that it did not export; null when it speaks of something else. */
export function healthOf({ name, part }: TetragonPart): SensorHealth | null {
  const message = JSON.stringify({ [name]: part });
  switch (name) {
    case 'rate_limit_info': {
      const lost = whole(part, 'number_of_dropped_process_events') ?? 0;
      return { event: 'events left out above the export rate limit', message, lost };
    }
    case 'process_throttle':
      return { event: throttling(text(part, 'type')), message, lost: 0 };
    default:
      return null;
  }
}

/** How many events a control group loses is never told. */
const throttling = (type: string | undefined): string =>
  type === 'THROTTLE_STOP'
    ? 'a control group is heard again'
    : 'a control group with too many events is not heard';
