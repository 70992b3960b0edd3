import { answer } from '../answer';
import { command } from '../arguments/command';
import { JSON_OPTION } from '../arguments/json-option';
import { inPatience, patience } from '../patience';
import { plainLoggerAt } from '../plain-logger';
import { table } from '../table-text';
import type { TopicState } from './lag';

/** For people: one line a topic, one for each that consumes it. */
function topicLines(states: readonly TopicState[]): string[] {
  const rows = states.flatMap(({ topic, ends, groups }) => [
    [topic, '', '', ends.join(' ')],
    ...groups.map((g) => [`  ${g.group}`, g.kind, String(g.lag), g.next.join(' ')]),
  ]);
  return table(['TOPIC', 'KIND', 'LAG', 'NEXT OFFSETS'], rows);
}

/** How long the topics are, and how far their consumers are behind. Consumes nothing. */
export const topicsCommand = command({
  call: 'topics',
  meaning: 'the ends of all topics and how far each consumer is behind',
  options: JSON_OPTION,
  run: async ({ json }, { terminal, settings }) => {
    const { startWithoutServing } = await import('@parapet/chassis');
    const { ServicesModule } = await import('#services.module');
    const { topicStates } = await import('#topics/lag');
    const signal = patience();
    const logger = await plainLoggerAt(terminal);
    const opening = startWithoutServing(ServicesModule, await settings(), { logger, signal });
    const house = await inPatience(signal, opening);
    try {
      const states = await topicStates(house);
      answer(terminal, states, json, topicLines);
    } finally {
      await house.close();
    }
  },
});
