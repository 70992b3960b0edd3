import { someOf } from '../sensor/members';
import { type FalcoFields, text } from './falco-fields';

/** What Falco calls the container of a process that is in none. */
const NO_CONTAINER = 'host';

/** The container of the process; undefined where it is in none. */
export function containerOf(fields: FalcoFields): object | undefined {
  const [id, name] = [text(fields, 'container.id'), text(fields, 'container.name')];
  if ((id ?? name) === NO_CONTAINER) return undefined;
  return someOf({ id, name, image: text(fields, 'container.image.repository', 'container.image') });
}
