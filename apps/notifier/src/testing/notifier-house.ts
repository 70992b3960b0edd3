import { Background, Clock, type Settings } from '@parapet/chassis';
import { testHouse, type TestHouse, TestClock } from '@parapet/chassis/testing';
import { ReadModel } from '@parapet/readmodel';
import { DeliveryLeases } from '../delivery/delivery-leases';
import { StoredLeases } from '../delivery/stored-leases';
import { HostResolver } from '../egress/host-resolver';
import { NotifierModule } from '../notifier.module';

/** Answers of the API, as far as the specs look. */
interface Answered {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
}

export interface NotifierHouse {
  readonly house: TestHouse;
  readonly clock: TestClock;
  ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: object): Promise<Answered>;
  /** Makes a webhook; answers its id and secret. */
  addWebhook(url: string, more?: object): Promise<{ id: string; secret: string }>;
  /** The deliveries of a webhook when they look as the caller wants; throws after 20 s. */
  deliveries(
    webhookId: string,
    when: (d: readonly Delivered[]) => boolean,
  ): Promise<readonly Delivered[]>;
  /** What a path answers when it looks as the caller wants; throws after 20 s. */
  becomes(
    path: string,
    when: (body: Record<string, unknown>) => boolean,
  ): Promise<Record<string, unknown>>;
  /** One delivery when it looks as the caller wants; throws after 20 s. */
  delivery(id: string, when: (d: Delivered) => boolean): Promise<Delivered>;
  /** Ends the background work of this process; it goes on serving and consuming. */
  stopSending(): Promise<void>;
  close(): Promise<void>;
}

/** A delivery in a list. */
export interface Delivered {
  readonly id: string;
  readonly status: string;
  readonly event: string;
  readonly next_attempt_at: string | null;
  readonly attempts: readonly AttemptSeen[];
}

interface AttemptSeen {
  readonly number: number;
  readonly started_at: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly message: string;
}

/** What lets a notifier reach receivers on the loopback. */
export const LOOPBACK: Partial<Settings> = {
  webhookAllowHttp: true,
  webhookAllowCidrs: ['127.0.0.0/8'],
};

/** The notifier where other processes have the same documents, whatever these are. */
export const SHARING = {
  module: NotifierModule,
  providers: [
    {
      provide: DeliveryLeases,
      useFactory: (store: ReadModel, clock: Clock) => new StoredLeases(store, clock),
      inject: [ReadModel, Clock],
    },
  ],
};

/** How a house comes about, where it is not like the others. */
export interface NotifierHouseOptions {
  readonly clock?: TestClock;
  /** Keeps everything in the data directory, for another house after it. */
  readonly onDisk?: true;
  /** Others may have the same documents: see `SHARING`. */
  readonly sharing?: boolean;
  /** In place of one that asks the machine's name servers. */
  readonly resolver?: HostResolver;
}

/** A house with the notifier in it. */
export async function notifierHouse(
  settings: Partial<Settings> = LOOPBACK,
  { clock = new TestClock(), onDisk, sharing, resolver }: NotifierHouseOptions = {},
): Promise<NotifierHouse> {
  const stored = onDisk && { onServers: onDisk };
  const providers = resolver ? [{ provide: HostResolver, useValue: resolver }] : [];
  const imports = sharing ? [SHARING] : [{ module: NotifierModule, providers }];
  const house = await testHouse({ imports, settings, clock, ...stored });
  const headers = { authorization: `Bearer ${house.adminToken}` };
  const ask: NotifierHouse['ask'] = async (method, url, body) => {
    const answer = await house.inject({ method, url, headers, ...(body && { payload: body }) });
    const parsed = answer.body === '' ? {} : answer.json<Record<string, unknown>>();
    return { status: answer.statusCode, body: parsed, headers: answer.headers };
  };
  const becomes: NotifierHouse['becomes'] = async (path, when) => {
    for (const end = Date.now() + 20_000; ;) {
      await house.settled();
      const { body } = await ask('GET', path);
      if (when(body)) return body;
      if (Date.now() > end) throw new Error(`never so: ${JSON.stringify(body)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const listed = (body: Record<string, unknown>) => (body['data'] ?? []) as readonly Delivered[];
  const seen = (body: object) => body as Delivered;
  return {
    ...{ house, clock, ask, becomes },
    addWebhook: async (url, more = {}) => {
      const { status, body } = await ask('POST', '/v1/webhooks', { url, ...more });
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
      return { id: String(body['id']), secret: String(body['secret']) };
    },
    deliveries: async (webhookId, when) =>
      listed(await becomes(`/v1/webhooks/${webhookId}/deliveries`, (body) => when(listed(body)))),
    delivery: async (id, when) =>
      seen(await becomes(`/v1/deliveries/${id}`, (body) => when(seen(body)))),
    stopSending: () => house.app.get(Background).stop(),
    close: () => house.close(),
  };
}
