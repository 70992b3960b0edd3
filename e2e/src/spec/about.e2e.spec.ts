import { type House, openHouse } from '../house/house';
import { ISO } from '../house/shapes';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

interface About {
  readonly version: string;
  readonly started_at: string;
  readonly services: readonly { readonly name: string }[];
  readonly storage: { readonly event_log: string; readonly bytes?: object };
}

const WHOLE = [['standalone'], ['gateway', 'ingest', 'detection', 'registry', 'notifier']];

// proves: api-about, api-about-services, api-about-storage
test('a house tells its version, how its services are, and where it keeps what it knows', async () => {
  const { status, body } = await house.admin.get<About>('/v1/about');
  expect([status, body]).toEqual([
    200,
    {
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      started_at: expect.stringMatching(ISO),
      services: body.services.map(({ name }) => ({
        name,
        ready: true,
        missing: expect.any(Array),
      })),
      storage: expect.any(Object),
    },
  ]);
  expect(WHOLE).toContainEqual(body.services.map(({ name }) => name));
  const [count, size] = [expect.any(Number), expect.any(Number)];
  expect(body.storage).toEqual(
    body.storage.event_log === 'embedded'
      ? {
          ...{ event_log: 'embedded', read_model: 'embedded' },
          bytes: { event_log: count, read_model: size, free: size },
        }
      : { event_log: 'kafka', read_model: 'mongodb' },
  );
});
