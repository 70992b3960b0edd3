import { Drawer, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { getEventOptions } from '../api/generated/@tanstack/react-query.gen';
import { PlainText } from '../components/plain-text';
import { ProblemAlert } from '../components/problem-alert';
import { gist } from '../issue/gist';
import { EventDetail } from './event-detail';

/** One event, beside the list it was opened from. */
function EventPage() {
  const { eventId } = page.useParams();
  const search = page.useSearch();
  const navigate = page.useNavigate();
  const { data: event, error } = useQuery({
    ...getEventOptions({ path: { event_id: eventId } }),
    staleTime: Infinity,
  });
  // What opens is gone with its page when it closes: the row that it was opened from is read on.
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    },
    [before],
  );
  const close = (): void => void navigate({ to: '/events', search, resetScroll: false });
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="lg"
      title={
        <Text inherit lineClamp={3}>
          {event ? <PlainText>{gist(event)}</PlainText> : 'Event'}
        </Text>
      }
    >
      {event ? (
        <EventDetail event={event} />
      ) : error ? (
        <ProblemAlert problem={error} />
      ) : (
        <Skeleton h={320} />
      )}
    </Drawer>
  );
}

export const page = createLazyRoute('/signed-in/events/$eventId')({ component: EventPage });
