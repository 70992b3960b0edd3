import { Drawer, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
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
  const router = useRouter();
  const isLeft = useRef(false);
  const close = (): void => {
    if (isLeft.current) return;
    isLeft.current = true;
    // Whoever goes back from the list is not to meet again what was closed.
    if (isRowOf(eventId, before)) router.history.back();
    else void navigate({ to: '/events', search, resetScroll: false, replace: true });
  };
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

/** Whether this is the row of the list that an event was opened from, which the browser then has before it. */
const isRowOf = (eventId: string, element: Element | null): boolean =>
  element instanceof HTMLAnchorElement &&
  element.isConnected &&
  element.pathname === `/events/${eventId}`;

export const page = createLazyRoute('/signed-in/events/$eventId')({ component: EventPage });
