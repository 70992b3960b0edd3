import { Stack, Text } from '@mantine/core';
import { createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import type { MadeAgent } from '../agents/use-new-agent';
import { LeaveGuard } from '../components/leave-guard';
import { Page } from '../components/page';
import { CreateStep } from './create-step';
import { SendStep } from './send-step';
import { Step, type Turn } from './step';
import classes from './step.module.css';
import { useFirstEvent, useFirstIssue } from './use-first-news';
import { useStartAgent } from './use-start-agent';
import { WatchStep } from './watch-step';

/** Of a token that stands on the page, and nowhere else. */
const TOKEN = {
  title: 'Leave without the token?',
  lost: 'The token of this agent stands here now and never again, and would be lost.',
  stay: 'stay here and go on',
  leave: 'Leave without it',
};

/** From an empty house to the first issue, in three steps. */
function StartPage() {
  const { agent: said } = page.useSearch();
  const navigate = page.useNavigate();
  const [made, setMade] = useState<MadeAgent>();
  const start = useStartAgent(said, made?.id === said);
  const { agentId } = start;
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
            <CreateStep start={start} name={made?.name} onMade={begin} />
          </Step>
          <Step number={2} title="Send an event" turn={turnOf(agentId, event)}>
            {agentId && <SendStep agentId={agentId} token={token} />}
          </Step>
          <Step number={3} title="Watch it arrive" turn={turnOf(agentId, issue)}>
            <WatchStep event={event} issue={issue} />
          </Step>
        </ol>
      </Stack>
      <LeaveGuard dirty={token !== undefined && event === undefined} words={TOKEN} />
    </Page>
  );
}

const turnOf = (agentId: string | undefined, outcome: unknown): Turn =>
  agentId === undefined ? 'later' : outcome === undefined ? 'now' : 'done';

export const page = createLazyRoute('/signed-in/start')({ component: StartPage });
