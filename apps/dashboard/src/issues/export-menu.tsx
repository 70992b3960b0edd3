import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { EXPORT_FORMATS, exportPath, type IssueFilters } from './issue-filters';

const NAMES = { ndjson: 'NDJSON', csv: 'CSV', ocsf: 'OCSF' } as const;

/** Downloads of all issues that the filters let through. */
export const ExportMenu = ({ filters }: { readonly filters: IssueFilters }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
        Export
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {EXPORT_FORMATS.map((format) => (
        <Menu.Item key={format} component="a" href={exportPath(filters, format)} download>
          {NAMES[format]}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
);
