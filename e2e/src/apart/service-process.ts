import { request } from 'undici';
import { type Child, type Environment, startChild } from '../house/child';
import { eventually } from '../house/eventually';

export type ServiceName = 'gateway' | 'ingest' | 'detection' | 'registry' | 'notifier';

/** Who says nothing for so long, of a question that costs nothing, is not alive, however busy the machine is. */
const ALIVE_MS = 20_000;

export interface ServiceOptions {
  readonly service: ServiceName;
  /** Which replica: 1, 2, … */
  readonly number: number;
  readonly port: number;
  readonly env: Environment;
  /** Whether it is started again when it ended by itself, as an orchestrator would. */
  readonly keepAlive: boolean;
}

/** One process of one service. It keeps its port, and what it said, over all its lives. */
export class ServiceProcess {
  readonly name: string;
  readonly service: ServiceName;
  readonly address: string;
  private child: Child | undefined;
  private said = '';
  /** True from the start until somebody wants it to end. */
  private wanted = false;
  private paused = false;
  private closed = false;
  private relaunch: NodeJS.Timeout | undefined;
  /** How it ended when nobody wanted that. */
  readonly deaths: string[] = [];

  constructor(private readonly options: ServiceOptions) {
    this.service = options.service;
    this.name = `${options.service}-${options.number}`;
    this.address = `http://127.0.0.1:${options.port}`;
  }

  /** Everything it said in all its lives. */
  output(): string {
    return this.said + (this.child?.output() ?? '');
  }

  /** Begins a life, unless it was closed; does not wait for readiness. */
  launch(): void {
    if (this.closed) return;
    this.said = this.output();
    const env = { ...this.options.env, PORT: String(this.options.port), HOST: '127.0.0.1' };
    const child = startChild(`apps/${this.service}/dist/main.js`, env);
    this.child = child;
    this.wanted = true;
    this.paused = false;
    void child.gone.then((how) => this.ended(child, how));
  }

  /** Begins a life and waits until it may get traffic. */
  async start(): Promise<void> {
    this.launch();
    await this.ready();
  }

  /** Waits for /readyz. @throws with what it said when that takes longer than `withinMs`: a dozen begin at once, on whatever machine. */
  async ready(withinMs?: number): Promise<void> {
    let last = 'no answer';
    const asked = async (): Promise<boolean> => {
      if (!this.wanted && (this.closed || !this.options.keepAlive)) return true;
      last = await this.readiness();
      return last === 'ready';
    };
    await eventually(asked, withinMs).catch(() => undefined);
    if (last !== 'ready')
      throw new Error(`${this.name} is not ready (${last}):\n${this.output().slice(-4_000)}`);
  }

  /** `ready`, or what is missing, or why there is no answer; what is left out is not asked. */
  async readiness(leftOut = ''): Promise<string> {
    try {
      const path = `/readyz?exclude=${leftOut}`;
      const answer = await request(this.address + path, { headersTimeout: 5_000 });
      const text = await answer.body.text();
      return answer.statusCode === 200 ? 'ready' : text;
    } catch (error) {
      return String(error);
    }
  }

  /** The status of /healthz on a connection of its own; null when there is no answer. */
  async health(): Promise<number | null> {
    try {
      const headers = { connection: 'close' };
      const url = `${this.address}/healthz`;
      const answer = await request(url, { headers, headersTimeout: ALIVE_MS });
      await answer.body.dump();
      return answer.statusCode;
    } catch {
      return null;
    }
  }

  /** SIGTERM; resolves with the exit code when it is gone. */
  stop(): Promise<number | NodeJS.Signals> {
    return this.end('SIGTERM');
  }

  /** SIGKILL, whatever it is doing, paused or not. */
  kill9(): Promise<number | NodeJS.Signals> {
    return this.end('SIGKILL');
  }

  /** SIGKILL for good: whoever wants to start it again comes too late. */
  async close(): Promise<void> {
    this.closed = true;
    await this.kill9();
  }

  /** SIGSTOP: it lives and does nothing, as on a machine that hangs. */
  pause(): void {
    this.paused = true;
    this.child?.process.kill('SIGSTOP');
  }

  /** SIGCONT: it goes on as if nothing had been. */
  resume(): void {
    this.paused = false;
    this.child?.process.kill('SIGCONT');
  }

  get isPaused(): boolean {
    return this.paused;
  }

  /** Whether a process of it lives. */
  get isUp(): boolean {
    return this.wanted;
  }

  /** Of the life it has now; undefined when it does not live. */
  get pid(): number | undefined {
    return this.wanted ? this.child?.process.pid : undefined;
  }

  private end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals> {
    this.wanted = false;
    clearTimeout(this.relaunch);
    if (!this.child) return Promise.resolve(0);
    this.child.process.kill(signal);
    if (this.paused) this.child.process.kill('SIGCONT');
    return this.child.gone;
  }

  private ended(child: Child, how: number | NodeJS.Signals): void {
    if (child !== this.child || !this.wanted) return;
    this.wanted = false;
    this.deaths.push(`${this.name} ended by itself (${how}): ${child.output().slice(-2_000)}`);
    if (this.options.keepAlive) this.relaunch = setTimeout(() => this.launch(), 500);
  }
}
