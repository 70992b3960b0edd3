import { withAdmin } from './kafka-admin';
import type { KafkaConnection } from './kafka-options';
import { Names } from './names';

/** Removes the topics of a prefix and the progress of its groups: for tests. What is in use or not there is left as it is. */
export async function removeTopics(where: KafkaConnection): Promise<void> {
  const names = new Names(where.prefix ?? '');
  await withAdmin(where, async (admin) => {
    const there = new Set(await admin.listTopics());
    const topics = names.topics.filter((name) => there.has(name));
    if (topics.length > 0) await admin.deleteTopics({ topics });
    const { groups } = await admin.listGroups();
    const ours = groups
      .map((g) => g.groupId)
      .filter((id) => where.prefix && id.startsWith(where.prefix));
    if (ours.length > 0) await admin.deleteGroups(ours).catch(() => undefined);
  });
}
