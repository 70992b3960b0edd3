import { Text } from '@mantine/core';
import { useFleet } from '../agents/use-agents';
import { Answer } from '../components/answer';
import { number } from '../components/number';
import { PageLink } from '../components/page-link';
import { Section } from '../components/section';

/** How many of the agents are there. */
export function Fleet() {
  return (
    <Section title="Connected agents" aside={<PageLink to="/agents">Agents</PageLink>}>
      <Answer query={useFleet()}>
        {({ total, by_status: { connected, disconnected } }) => (
          <>
            <Text fz={28} fw={600} lh={1.2}>
              {number(connected)} of {number(total)}
            </Text>
            <Text size="sm">
              <PageLink to="/agents" search={{ status: 'disconnected' }}>
                {number(disconnected)} disconnected
              </PageLink>
            </Text>
          </>
        )}
      </Answer>
    </Section>
  );
}
