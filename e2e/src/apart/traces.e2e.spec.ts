import { openCollector } from '../house/collector';
import { expectSaysNothingSecret, follow } from '../house/followed';
import { openOwnDeployment } from './own-deployment';

test('an observation is one trace through all services: the gateway, ingest, detection and the notifier', async () => {
  const collector = await openCollector();
  const replicas = { ingest: 1, detection: 1, notifier: 1, gateway: 1 };
  const house = await openOwnDeployment({ replicas, env: collector.env });
  const followed = await follow(house.admin, collector);
  const { way, begunBy, clientSpan } = followed;
  expect(way).toEqual(
    [
      ...['notifier: POST webhook', 'notifier: process issues', 'detection: process observations'],
      ...['ingest: send observations', 'ingest: PUT /v1/events_v2'],
      ...['gateway: PUT', 'gateway: PUT /v1/events_v2'],
    ].map((span) => `parapet-${span}`),
  );
  expect(begunBy).toBe(clientSpan);
  expectSaysNothingSecret(collector, followed);
});
