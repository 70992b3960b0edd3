import { Accordion, Stack, Text } from '@mantine/core';
import type { IssueEventView } from '../api/generated/types.gen';
import { millisecondsOf } from '../components/ago';
import { JsonTree } from '../components/json-tree';
import { PageLink } from '../components/page-link';
import { PlainText } from '../components/plain-text';
import { TimeAgo } from '../components/time-ago';
import { gist } from './gist';
import classes from './issue.module.css';

/** One observation: its gist, and behind that all it says. */
export function Observation({ event }: { readonly event: IssueEventView }) {
  return (
    <Accordion.Item value={event.id}>
      <Accordion.Control>
        <Text size="sm" truncate>
          <PlainText>{gist(event)}</PlainText>
        </Text>
        <Text size="xs" c="dimmed" truncate>
          <TimeAgo at={event.timestamp} />, {event.verdict}, <PlainText>{event.kind}</PlainText>
        </Text>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="xs">
          <Text size="xs" c="dimmed" className={classes.wrapped}>
            <PageLink to="/events/$eventId" params={{ eventId: event.id }}>
              The event
            </PageLink>
            , as it was seen at <PlainText>{event.timestamp}</PlainText>
            {isSameMoment(event) || ` and received at ${event.received_at}`}
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

const isSameMoment = ({ timestamp, received_at }: IssueEventView): boolean =>
  millisecondsOf(timestamp) === millisecondsOf(received_at);
