import { Accordion, Code, Group, Stack, Text } from '@mantine/core';
import type { IssueEventView } from '../api/generated/types.gen';
import { JsonTree } from '../components/json-tree';
import { PlainText } from '../components/plain-text';
import { TimeAgo } from '../components/time-ago';
import { VerdictBadge } from '../components/verdict-badge';
import { gist } from './gist';
import classes from './issue.module.css';

/** One observation: its gist, and behind that all it says. */
export function Observation({ event }: { readonly event: IssueEventView }) {
  return (
    <Accordion.Item value={event.id}>
      <Accordion.Control>
        <Group gap="xs" wrap="nowrap" justify="space-between" pr="xs">
          <Stack gap={0} miw={0}>
            <Text size="sm" lineClamp={1} className={classes.wrapped}>
              <PlainText>{gist(event)}</PlainText>
            </Text>
            <Text size="xs" c="dimmed">
              <PlainText>{event.kind}</PlainText>, <TimeAgo at={event.received_at} />
            </Text>
          </Stack>
          <VerdictBadge verdict={event.verdict} />
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="xs">
          <Text size="xs" c="dimmed" className={classes.wrapped}>
            <Code fz="xs">{event.id}</Code>, seen at <PlainText>{event.timestamp}</PlainText>
          </Text>
          {event.truncated && (
            <Text size="sm">It is too large to be kept with the issue; this is its beginning.</Text>
          )}
          <JsonTree value={event.metadata} />
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}
