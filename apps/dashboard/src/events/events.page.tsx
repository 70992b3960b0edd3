import { createLazyRoute } from '@tanstack/react-router';
import { Page } from '../components/page';

function EventsPage() {
  return <Page title="Events">{null}</Page>;
}

export const page = createLazyRoute('/signed-in/events')({ component: EventsPage });
