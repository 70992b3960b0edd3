import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { summariseDeliveriesOptions } from '../api/generated/@tanstack/react-query.gen';
import { Answer } from '../components/answer';
import { number } from '../components/number';
import { PageLink } from '../components/page-link';
import { Section } from '../components/section';

const COUNT_EVERY_MS = 30_000;

/** Whether receivers get what they are to be told. */
export function Deliveries() {
  const query = useQuery({ ...summariseDeliveriesOptions(), refetchInterval: COUNT_EVERY_MS });
  return (
    <Section title="Deliveries" aside={<PageLink to="/settings/webhooks">Webhooks</PageLink>}>
      <Answer query={query}>
        {({ total, by_status: { succeeded, pending, given_up } }) =>
          total === 0 ? (
            <Text c="dimmed">
              None in the last 24 hours. Webhooks tell other systems of issues.
            </Text>
          ) : (
            <>
              <Text fz={28} fw={600} lh={1.2}>
                {number(succeeded)} of {number(total)}
              </Text>
              <Text size="sm">
                In the last 24 hours; {number(pending)} waiting, {number(given_up)} given up
              </Text>
            </>
          )
        }
      </Answer>
    </Section>
  );
}
