import { Anchor, Badge, Group, List, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { getAboutOptions } from '../api/generated/@tanstack/react-query.gen';
import type { AboutView, ServiceView, StorageView } from '../api/generated/types.gen';
import { PlainText } from '../components/plain-text';
import { ProblemAlert } from '../components/problem-alert';
import { type Column, Rows } from '../components/rows';
import { TimeAgo } from '../components/time-ago';
import { bytes } from './bytes';
import { SettingsFrame } from './settings-frame';

const LOOK_AGAIN_MS = 10_000;

function AboutPage() {
  const { data, error } = useQuery({ ...getAboutOptions(), refetchInterval: LOOK_AGAIN_MS });
  return (
    <SettingsFrame title="About">
      <Stack gap="lg">
        {data && <House about={data} />}
        {!data && error === null && (
          <Skeleton h={240} role="status" aria-label="The house is being asked" />
        )}
        {error !== null && <ProblemAlert problem={error} />}
        <Documents />
      </Stack>
    </SettingsFrame>
  );
}

const SERVICE_COLUMNS: readonly [Column<ServiceView>, ...Column<ServiceView>[]] = [
  {
    title: 'Service',
    cell: ({ name }) => (
      <Text size="sm" fw={600}>
        <PlainText>{name}</PlainText>
      </Text>
    ),
  },
  {
    title: 'Health',
    cell: ({ ready }) => (
      <Badge variant="dot" color={ready ? 'teal' : 'red'} tt="none">
        {ready ? 'Ready' : 'Not ready'}
      </Badge>
    ),
  },
  {
    title: 'Waits for',
    cell: ({ missing }) =>
      missing.length === 0 ? 'Nothing' : <PlainText>{missing.join('; ')}</PlainText>,
  },
];

function House({ about }: { readonly about: AboutView }) {
  const { version, started_at, services, storage } = about;
  return (
    <>
      <Text>
        Parapet{' '}
        <Text span fw={600}>
          <PlainText>{version}</PlainText>
        </Text>
        , started <TimeAgo at={started_at} />
      </Text>
      <Stack gap="xs">
        <Title order={2} size="h4">
          Services
        </Title>
        <Rows
          label="Services"
          columns={SERVICE_COLUMNS}
          rows={services}
          keyOf={({ name }) => name}
        />
      </Stack>
      <Storage storage={storage} />
    </>
  );
}

const KINDS = { embedded: 'Embedded', kafka: 'Kafka', mongodb: 'MongoDB' } as const;

function Storage({ storage }: { readonly storage: StorageView }) {
  const { event_log, read_model, bytes: sizes } = storage;
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        Storage
      </Title>
      <Paper withBorder p="sm">
        <Group component="dl" m={0} gap="xl">
          <Place name="Event log" kind={KINDS[event_log]} size={sizes?.event_log} />
          <Place name="Read model" kind={KINDS[read_model]} size={sizes?.read_model} />
          {sizes && <Place name="Left on the disk" kind={bytes(sizes.free)} />}
        </Group>
      </Paper>
    </Stack>
  );
}

interface PlaceProps {
  readonly name: string;
  readonly kind: string;
  /** Bytes; only where they can be counted. */
  readonly size?: number | undefined;
}

const Place = ({ name, kind, size }: PlaceProps) => (
  <div>
    <Text component="dt" size="xs" c="dimmed">
      {name}
    </Text>
    <Text component="dd" size="sm" m={0}>
      {kind}
      {size !== undefined && `, ${bytes(size)}`}
    </Text>
  </div>
);

const Documents = () => (
  <Stack gap="xs">
    <Title order={2} size="h4">
      Documentation
    </Title>
    <List size="sm" spacing={4}>
      <List.Item>
        <Anchor inherit href="/docs">
          API documentation
        </Anchor>
        : everything that these pages do, and how to try it
      </List.Item>
      <List.Item>
        <Anchor inherit href="/v1/openapi.json">
          OpenAPI document
        </Anchor>
        , to make clients from
      </List.Item>
    </List>
  </Stack>
);

export const page = createLazyRoute('/signed-in/settings/about')({ component: AboutPage });
