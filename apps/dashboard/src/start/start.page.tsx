import { Stack, Text } from '@mantine/core';
import { createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { NO_AGENT } from '../agents/new-agent';
import { type MadeAgent, NewAgentForm } from '../agents/new-agent-form';
import { Page } from '../components/page';
import { PageLink } from '../components/page-link';
import { PlainText } from '../components/plain-text';
import { useMay } from '../session/session';
import { SendStep } from './send-step';
import { Step, type Turn } from './step';
import classes from './step.module.css';
import { useFirstEvent, useFirstIssue } from './use-first-news';
import { WatchStep } from './watch-step';

const FIRST = { ...NO_AGENT, name: 'first-agent', kind: 'vanilla' } as const;

/** From an empty house to the first issue, in three steps. */
function StartPage() {
  const { agent: agentId } = page.useSearch();
  const navigate = page.useNavigate();
  const [made, setMade] = useState<MadeAgent>();
  const mayMake = useMay('agents:write');
  const event = useFirstEvent(agentId);
  const issue = useFirstIssue(agentId, event !== undefined);
  const token = made?.id === agentId ? made?.token : undefined;
  const begin = (agent: MadeAgent): void => {
    setMade(agent);
    void navigate({ search: { agent: agent.id }, replace: true });
  };
  return (
    <Page title="Start">
      <Stack>
        <Text c="dimmed" maw={720}>
          Agents tell Parapet what happens on hosts and in jobs; what no policy allows becomes an
          issue. In three steps you see one.
        </Text>
        <ol className={classes.steps}>
          <Step number={1} title="Create an agent" turn={agentId ? 'done' : 'now'}>
            {agentId ? (
              <AgentLink agentId={agentId} name={made?.name ?? agentId} />
            ) : mayMake ? (
              <NewAgentForm proposed={FIRST} brief onMade={begin} />
            ) : (
              <Text size="sm">
                Your token may not make agents: it needs the permission agents:write.
              </Text>
            )}
          </Step>
          <Step number={2} title="Send an event" turn={turnOf(agentId, event)}>
            {agentId && <SendStep agentId={agentId} token={token} />}
          </Step>
          <Step number={3} title="Watch it arrive" turn={turnOf(agentId, issue)}>
            <WatchStep event={event} issue={issue} />
          </Step>
        </ol>
      </Stack>
    </Page>
  );
}

const turnOf = (agentId: string | undefined, outcome: unknown): Turn =>
  agentId === undefined ? 'later' : outcome === undefined ? 'now' : 'done';

const AgentLink = ({ agentId, name }: { readonly agentId: string; readonly name: string }) => (
  <Text size="sm">
    <PageLink to="/agents/$agentId" params={{ agentId }}>
      <PlainText>{name}</PlainText>
    </PageLink>{' '}
    is there.
  </Text>
);

export const page = createLazyRoute('/signed-in/start')({ component: StartPage });
