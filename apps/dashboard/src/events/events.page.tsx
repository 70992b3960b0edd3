import { Button, Skeleton, Stack } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { createLazyRoute, Link, Outlet } from '@tanstack/react-router';
import {
  listEventsInfiniteQueryKey,
  summariseEventsQueryKey,
} from '../api/generated/@tanstack/react-query.gen';
import { isFiltered } from '../api/from-address';
import { Answer } from '../components/answer';
import { EmptyState } from '../components/empty-state';
import { NextPage } from '../components/next-page';
import { Page } from '../components/page';
import { EventCounts } from './event-counts';
import { EventsFilters } from './events-filters';
import { EventsTable } from './events-table';
import type { EventsSearch } from './events.search';
import { useEvents } from './use-events';

/** What agents have sent: chosen, counted and listed. */
function EventsPage() {
  const search = page.useSearch();
  const navigate = page.useNavigate();
  const show = (change: (now: EventsSearch) => EventsSearch): void =>
    void navigate({ to: '/events', search: change });
  return (
    <Page title="Events" actions={<Refresh search={search} />}>
      <Stack>
        <EventsFilters search={search} onChange={show} />
        <EventCounts search={search} onSelect={(span) => show((now) => ({ ...now, ...span }))} />
        <Results search={search} />
      </Stack>
      <Outlet />
    </Page>
  );
}

/** Events are not told by the stream: there may be thousands a second. */
function Refresh({ search }: { readonly search: EventsSearch }) {
  const queries = useQueryClient();
  const { isFetching } = useEvents(search);
  const refresh = async (): Promise<void> => {
    const [{ _id: list }] = listEventsInfiniteQueryKey();
    const [{ _id: counts }] = summariseEventsQueryKey();
    await queries.resetQueries({ queryKey: [{ _id: list, _infinite: true }] });
    await queries.invalidateQueries({ queryKey: [{ _id: counts }] });
  };
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={isFetching}
      onClick={() => void refresh()}
    >
      Refresh
    </Button>
  );
}

/** What the filters let through. */
function Results({ search }: { readonly search: EventsSearch }) {
  const list = useEvents(search);
  return (
    <Answer query={list} waiting={<Skeleton h={320} />}>
      {({ pages }) => {
        const events = pages.flatMap(({ data }) => data);
        if (events.length === 0) return isFiltered(search) ? <NoneLikeThat /> : <NoEvents />;
        return (
          <div>
            <EventsTable label="Events" events={events} search={search} />
            <NextPage list={list} />
          </div>
        );
      }}
    </Answer>
  );
}

const NoneLikeThat = () => (
  <EmptyState title="No event is like that">Take a filter away to see more.</EmptyState>
);

const NoEvents = () => (
  <EmptyState
    title="No event yet"
    action={
      <Button component={Link} to="/start" variant="light">
        Start in three steps
      </Button>
    }
  >
    Everything that agents see and send stands here, whether it raised an issue or not.
  </EmptyState>
);

export const page = createLazyRoute('/signed-in/events')({ component: EventsPage });
