import { createLazyRoute } from '@tanstack/react-router';
import { Page } from '../components/page';

function AgentPage() {
  return <Page title="Agent">{null}</Page>;
}

export const page = createLazyRoute('/signed-in/agents/$agentId')({ component: AgentPage });
