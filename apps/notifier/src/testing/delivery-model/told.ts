import type { ServerResponse } from 'node:http';
import { isoTime } from '@parapet/contracts';
import { issueCreated } from '../issue-facts';
import type { Delivered } from '../notifier-house';
import { openReceiver, type Receiver } from '../receiver';
import { senderLooks } from '../sender-looks';
import { type Answer, BUSY_S, Expected } from './expected';
import { Held, type World } from './world';

const ATTEMPTS_KEPT = 20;
let runs = 0;

const answers: Readonly<Record<Answer, (response: ServerResponse) => unknown>> = {
  taken: (response) => response.writeHead(204).end(),
  refused: (response) => response.writeHead(404).end(),
  failed: (response) => response.writeHead(500).end(),
  gone: (response) => response.writeHead(410).end(),
  busy: (response) => response.writeHead(429, { 'retry-after': String(BUSY_S) }).end(),
  closed: (response) => response.destroy(),
  hangs: () => undefined,
};

/** One issue that is told to one webhook of the world, and its receiver. */
export class Told {
  private readonly held = new Held();
  private answer: Answer = 'taken';
  private delivery: Delivered | undefined;

  private constructor(
    readonly world: World,
    readonly webhook: string,
    private readonly receiver: Receiver,
  ) {}

  /** Begins with an attempt that fails. */
  static async begin(world: World): Promise<{ model: Expected; real: Told }> {
    const issue = `issue_${++runs}`;
    let told: Told | undefined;
    const receiver = await openReceiver((response) => told?.heard(response));
    const { id } = await world.notifier.addWebhook(receiver.url);
    const real = (told = new Told(world, id, receiver));
    const now = world.clock.now();
    const model = new Expected(now);
    model.answer = 'failed';
    real.answers('failed');
    await world.notifier.house.append('issues', issue, issueCreated(issue, isoTime(now)));
    [real.delivery] = await world.notifier.deliveries(id, (d) => d[0]?.attempts.length === 1);
    model.look(now);
    await real.isAs(model);
    return { model, real };
  }

  get id(): string {
    if (!this.delivery) throw new Error('nothing was planned');
    return this.delivery.id;
  }

  answers(answer: Answer): void {
    this.answer = answer;
  }

  /** Ends requests that hang. */
  letGo(answer: Answer): void {
    this.held.end(answers[answer]);
  }

  /** Lets whoever sends look, and compares what came of it. */
  async settles(model: Expected): Promise<void> {
    const { clock, notifier } = this.world;
    const looks = model.webhook === 'on' && !model.logIsAway;
    model.look(clock.now());
    const { app } = notifier.house;
    const came = this.receiver.atLeast(this.countOf(model));
    const over = model.webhook === 'on' ? undefined : came;
    if (looks) await senderLooks({ app, clock }, this.webhook, over);
    await came;
    await this.world.lost(model.losesNext);
    if (!model.logIsAway) await this.isAs(model);
    const { mostAtOnce } = this.held;
    expect({ sent: this.requests().length, mostAtOnce }).toEqual({
      ...{ sent: model.sent, mostAtOnce: 1 },
    });
    expect(new Set(this.requests().map((r) => r.body)).size).toBe(1);
  }

  async end(): Promise<void> {
    this.world.logIsAway = this.world.losesNext = false;
    this.letGo('taken');
    await this.world.notifier.ask('DELETE', `/v1/webhooks/${this.webhook}`);
    await this.receiver.close();
  }

  /** Requests of the delivery; those of test events have ids of their own. */
  private requests(): Receiver['received'] {
    return this.receiver.received.filter((r) => r.headers['webhook-id'] === this.id);
  }

  private countOf(model: Expected): number {
    return this.receiver.received.length - this.requests().length + model.sent;
  }

  /** The API says so; the time of the next attempt is as recorded from now on. */
  private async isAs(model: Expected): Promise<void> {
    const { status, recorded, due } = model;
    this.delivery = await this.world.notifier.delivery(
      this.id,
      (d) => d.status === status && d.attempts.length === Math.min(recorded, ATTEMPTS_KEPT),
    );
    const { next_attempt_at } = this.delivery;
    if (status !== 'pending') return expect(next_attempt_at).toBeNull();
    const recordedAt = Date.parse(next_attempt_at ?? '');
    expect(recordedAt).toBeGreaterThanOrEqual(due[0]);
    expect(recordedAt).toBeLessThanOrEqual(due[1]);
    model.due = [recordedAt, recordedAt];
  }

  private heard(response: ServerResponse): void {
    this.held.came(response);
    answers[this.answer](response);
  }
}
