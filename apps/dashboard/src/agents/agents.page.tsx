import { createLazyRoute } from '@tanstack/react-router';
import { Page } from '../components/page';

function AgentsPage() {
  return <Page title="Agents">{null}</Page>;
}

export const page = createLazyRoute('/signed-in/agents')({ component: AgentsPage });
