import { Alert, Stack } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { VersionsPanel } from './versions/versions-panel';
import type { PolicySearch } from './policy.search';

interface DeletedPolicyProps {
  readonly policyId: string;
  readonly search: PolicySearch;
  onCompare(search: PolicySearch): void;
}

/** In place of a policy that is no more: what it said. Where there never was one, that is what is shown. */
export const DeletedPolicy = ({ policyId, search, onCompare }: DeletedPolicyProps) => (
  <Stack>
    <Alert color="gray" icon={<IconTrash aria-hidden />} title="There is no such policy any more">
      Nothing is judged by it. What it said, if it ever was, is here.
    </Alert>
    <VersionsPanel {...{ policyId, search, onCompare }} policy={null} notNow="" />
  </Stack>
);
