import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AuditEntryView } from '../../api/generated/types.gen';
import { JsonTree } from '../../components/json-tree';

/** What is kept of a change; shown when somebody asks, for it may be long. */
export function Changes({ changes }: Pick<AuditEntryView, 'changes'>) {
  const [opened, { toggle }] = useDisclosure();
  if (Object.keys(changes).length === 0) return null;
  return (
    <>
      <Button size="compact-xs" variant="default" aria-expanded={opened} onClick={toggle}>
        Details
      </Button>
      {opened && <JsonTree value={changes} />}
    </>
  );
}
