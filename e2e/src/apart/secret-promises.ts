import { openReceiver } from '../house/receiver';
import { ShownOnce } from '../house/shown-once';
import { tourOfSecrets } from '../house/tour-of-secrets';
import type { OwnDeployment } from './own-deployment';

/** Topics in which something stands once every kind of token and secret was used. */
const TOPICS = ['agents', 'tokens', 'webhooks', 'deliveries', 'observations', 'issues'] as const;

/** What was shown once appears nowhere again; the documents are made of the log alone. */
export function promisesSecrecy(house: () => OwnDeployment): void {
  // proves: api-digests
  test('no token and no secret stands in an answer, in a line of any process or in a record of the log', async () => {
    const { admin, adminToken, log, processes, settings } = house();
    const shown = new ShownOnce();
    shown.add('the admin token', adminToken);
    shown.add('the secret key', settings['SECRET_KEY'] ?? '');
    const receiver = await openReceiver(({ path }) => ({
      status: path === '/failing' ? 500 : 200,
    }));
    const { answers } = await tourOfSecrets(admin, receiver, shown);
    expect(shown.foundIn(answers.join('\n'))).toEqual([]);
    for (const process of processes)
      expect([process.name, shown.foundIn(process.output())]).toEqual([process.name, []]);
    for (const topic of TOPICS) {
      const ends = await log.ends(topic);
      let records = '';
      for await (const batch of log.read(
        topic,
        ends.map(() => 0),
        ends,
      ))
        records += JSON.stringify(batch);
      expect([topic, records === '', shown.foundIn(records)]).toEqual([topic, false, []]);
    }
  });
}
