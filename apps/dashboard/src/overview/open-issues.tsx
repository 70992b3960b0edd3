import { Group, Text } from '@mantine/core';
import { SEVERITIES } from '../api/words';
import { Answer } from '../components/answer';
import { number } from '../components/number';
import { PageLink } from '../components/page-link';
import { Section } from '../components/section';
import { SeverityBadge } from '../components/severity-badge';
import { useIssueSummary } from '../issues/use-issues';

/** What waits for somebody, the worst first. */
export function OpenIssues() {
  return (
    <Section title="Open issues" aside={<PageLink to="/issues">Issues</PageLink>}>
      <Answer query={useIssueSummary({ status: 'open' })}>
        {({ by_severity }) =>
          SEVERITIES.map((severity) => (
            <Group key={severity} justify="space-between" wrap="nowrap">
              <SeverityBadge severity={severity} />
              <Text fw={600}>
                <PageLink
                  to="/issues"
                  search={{ severity }}
                  aria-label={`${number(by_severity[severity])} ${severity}`}
                >
                  {number(by_severity[severity])}
                </PageLink>
              </Text>
            </Group>
          ))
        }
      </Answer>
    </Section>
  );
}
