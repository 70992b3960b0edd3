import { Grid, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import type { PolicyVersionView, PolicyView } from '../../api/generated/types.gen';
import { NextPage } from '../../components/next-page';
import { ProblemAlert } from '../../components/problem-alert';
import { LazyTextDiff } from '../editor/lazy-text-diff';
import { policyYaml } from '../policy-yaml';
import type { PolicySearch } from '../policy.search';
import { compared } from './compared';
import { Restore } from './restore';
import { useVersions } from './use-versions';
import { VersionList } from './version-list';

interface VersionsPanelProps {
  readonly policyId: string;
  /** The policy as it is now; null when it was deleted. */
  readonly policy: PolicyView | null;
  readonly search: PolicySearch;
  /** Why nothing can be restored now; empty when it can. */
  readonly notNow: string;
  onCompare(search: PolicySearch): void;
}

/** What a policy said before, any two versions of it compared, and the way back. */
export function VersionsPanel({ policyId, search, onCompare, ...rest }: VersionsPanelProps) {
  const { list, versions } = useVersions(policyId, search.from ?? (search.to ?? Infinity) - 1);
  const newest = versions[0]?.version;
  if (newest === undefined)
    return list.error ? (
      <ProblemAlert problem={list.error} />
    ) : (
      <Skeleton h={240} role="status" aria-label="The versions are loading" />
    );
  const { from, to } = compared(newest, search);
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <VersionList
          versions={versions}
          shown={to}
          onShow={(version) => onCompare({ tab: 'versions', to: version })}
        />
        <NextPage list={list} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Comparison {...rest} {...{ versions, from, to, onCompare }} />
      </Grid.Col>
    </Grid>
  );
}

interface ComparisonProps extends Pick<VersionsPanelProps, 'policy' | 'notNow' | 'onCompare'> {
  readonly versions: readonly PolicyVersionView[];
  readonly from: number;
  readonly to: number;
}

function Comparison({ versions, from, to, policy, notNow, onCompare }: ComparisonProps) {
  const numbers = versions.map(({ version }) => String(version));
  const choose = (chosen: PolicySearch): void =>
    onCompare({ tab: 'versions', from, to, ...chosen });
  const [before, after] = [from, to].map((wanted) =>
    versions.find(({ version }) => version === wanted),
  );
  return (
    <Stack gap="sm">
      <Group gap="xs" align="flex-end">
        <NativeSelect
          label="Compare version"
          data={numbers}
          value={String(from)}
          onChange={({ currentTarget }) => choose({ from: Number(currentTarget.value) })}
        />
        <NativeSelect
          label="with version"
          data={numbers}
          value={String(to)}
          onChange={({ currentTarget }) => choose({ to: Number(currentTarget.value) })}
        />
      </Group>
      {before && after ? (
        <Difference before={before} after={after} />
      ) : (
        <Skeleton h={160} role="status" aria-label="The versions are loading" />
      )}
      {policy && <Restore policy={policy} versions={[before, after]} notNow={notNow} />}
    </Stack>
  );
}

interface DifferenceProps {
  readonly before: PolicyVersionView;
  readonly after: PolicyVersionView;
}

function Difference({ before, after }: DifferenceProps) {
  const texts = [before, after].map(({ policy }) => policyYaml(policy));
  const [was = '', is = ''] = texts;
  const label = `Version ${before.version} compared with version ${after.version}`;
  if (before.version === after.version)
    return <LazyTextDiff label={`Version ${after.version}`} before={is} after={is} />;
  return (
    <>
      {was === is && (
        <Text size="sm" role="status">
          {after.change === 'deleted'
            ? `Version ${after.version} deleted the policy; this is what was deleted.`
            : 'Both versions say the same.'}
        </Text>
      )}
      <LazyTextDiff label={label} before={was} after={is} />
    </>
  );
}
