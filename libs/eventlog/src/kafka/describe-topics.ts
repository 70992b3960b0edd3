import { type Admin, ConfigResourceTypes } from 'kafkajs';

/** What a topic is set to. */
export interface DescribedTopic {
  readonly resourceName: string;
  readonly configEntries: readonly {
    readonly configName: string;
    readonly configValue: string;
    readonly configSource: number;
  }[];
}

export async function describeTopics(
  admin: Admin,
  topics: Iterable<string>,
): Promise<readonly DescribedTopic[]> {
  const type = ConfigResourceTypes.TOPIC;
  const resources = [...topics].map((name) => ({ type, name }));
  const { resources: described } = await admin.describeConfigs({
    resources,
    includeSynonyms: false,
  });
  return described;
}

export const valueOf = ({ configEntries }: DescribedTopic, name: string): string | undefined =>
  configEntries.find((c) => c.configName === name)?.configValue;
