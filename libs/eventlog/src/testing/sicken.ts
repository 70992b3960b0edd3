import { type EventToAppend, type Topic, TOPICS, Unavailable } from '@parapet/contracts';
import type { Appended, EventLog } from '../event-log';
import { partitionOf } from '../writing/murmur2';

/** One partition of a topic cannot be written for so many tries, as where Kafka has too few replicas of it; all others are. */
export function sicken(log: EventLog, topic: Topic, partition: number, tries = Infinity): void {
  const append = log.append.bind(log);
  const away = new Unavailable(`Kafka is away: ${topic}/${partition}`);
  let tried = 0;
  const each = async (to: Topic, events: readonly EventToAppend[]): Promise<Appended[]> => {
    const isSick = ({ key }: EventToAppend): boolean =>
      to === topic && partitionOf(key, TOPICS[to].partitions) === partition;
    const sick = events.some(isSick) && ++tried <= tries ? new Set(events.filter(isSick)) : null;
    const well = events.filter((event) => !sick?.has(event));
    const positions = (await append(to, well)).values();
    return events.map((event) => (sick?.has(event) ? away : (positions.next().value ?? away)));
  };
  log.appendEach = each;
  log.append = async (to, events) =>
    (await each(to, events)).map((appended) => {
      if (appended instanceof Error) throw appended;
      return appended;
    });
}
