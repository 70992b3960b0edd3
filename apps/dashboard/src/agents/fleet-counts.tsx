import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core';
import type { AgentSummaryView } from '../api/generated/types.gen';
import { number } from '../components/number';

/** The API names no more. */
const MOST_CLUSTERS = 200;

/** The fleet in numbers. */
export function FleetCounts({ summary }: { readonly summary: AgentSummaryView | undefined }) {
  if (!summary) return <Skeleton h={74} />;
  const { total, by_status, by_mode, clusters } = summary;
  const counts = [
    ['Agents', number(total)],
    ['Connected', number(by_status.connected)],
    ['Disconnected', number(by_status.disconnected)],
    ['Enforcing', number(by_mode.enforce)],
    ['Clusters', clusters.length < MOST_CLUSTERS ? number(clusters.length) : `${MOST_CLUSTERS}+`],
  ] as const;
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, md: 5 }} spacing="xs" component="dl" m={0}>
      {counts.map(([label, count]) => (
        <Paper key={label} withBorder px="md" py="xs">
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" m={0} fz="xl" fw={600} lh={1.3}>
            {count}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
