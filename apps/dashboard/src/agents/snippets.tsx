import { Stack, Tabs, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { houseNow } from '../api/house-clock';
import { CopyField } from '../components/copy-field';
import * as settings from './sensor-settings';

/** One thing to put somewhere. */
interface Piece {
  readonly label: string;
  readonly text: string;
}

interface Way {
  readonly name: string;
  readonly about: ReactNode;
  readonly pieces: readonly Piece[];
}

function waysOf(connection: settings.Connection, at: string): readonly Way[] {
  return [
    {
      name: 'curl',
      about: 'Sends one event, to see that it arrives.',
      pieces: [{ label: 'In a shell', text: settings.firstEventByCurl(connection, at) }],
    },
    {
      name: 'Falco',
      about:
        'Good for a few alerts a minute. The http_output of Falco can send no header, so curl does.',
      pieces: [
        { label: 'In falco.yaml: print JSON', text: settings.FALCO_OUTPUT },
        {
          label: '/etc/falco/parapet.header, which only Falco may read',
          text: settings.falcoHeader(connection),
        },
        { label: 'In falco.yaml: send alerts', text: settings.falcoByCurl(connection) },
      ],
    },
    {
      name: 'Falcosidekick',
      about: 'For clusters that have it already. Falco must print JSON, as in the tab Falco.',
      pieces: [{ label: 'In its config.yaml', text: settings.falcosidekick(connection) }],
    },
    {
      name: 'Tetragon',
      about: 'Nothing is lost while Parapet is away: what could not be sent waits on the disk.',
      pieces: [
        { label: 'In the values of its Helm chart', text: settings.TETRAGON_EXPORT },
        { label: 'A tracing policy: tell of every connection', text: settings.TRACING_POLICY },
        { label: 'In a shell: where to, and as whom', text: settings.environment(connection) },
        { label: 'In a shell: send what it writes', text: settings.TETRAGON_BY_SEND },
      ],
    },
    {
      name: 'Vector',
      about: 'Where Vector ships logs already. Tetragon must write a file, as in the tab Tetragon.',
      pieces: [{ label: 'In vector.yaml', text: settings.vector(connection) }],
    },
    {
      name: 'Fluent Bit',
      about:
        'Where Fluent Bit ships logs already. Tetragon must write a file, as in the tab Tetragon.',
      pieces: [{ label: 'In fluent-bit.yaml', text: settings.fluentBit(connection) }],
    },
  ];
}

/** What a tab and its panel name each other by: no blanks, for these part one name from the next. */
const idOf = (name: string): string => name.replaceAll(' ', '-');

/** Ready-made settings for whatever sends in the name of an agent. */
export function Snippets({ token }: { readonly token: string }) {
  const [at] = useState(() => new Date(houseNow()).toISOString());
  const ways = waysOf({ house: window.location.origin, token }, at);
  return (
    <Tabs defaultValue="curl" keepMounted={false}>
      <Tabs.List aria-label="What sends">
        {ways.map(({ name }) => (
          <Tabs.Tab key={name} value={idOf(name)}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {ways.map(({ name, about, pieces }) => (
        <Tabs.Panel key={name} value={idOf(name)} pt="sm">
          <Stack gap="sm">
            <Text size="sm">{about}</Text>
            {pieces.map(({ label, text }) => (
              <div key={label}>
                <Text size="xs" c="dimmed" mb={4}>
                  {label}
                </Text>
                <CopyField label={label} value={text} />
              </div>
            ))}
          </Stack>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
