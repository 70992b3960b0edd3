import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceProcess } from '../apart/service-process';
import type { TestServer } from '../../../tools/servers/index.mjs';
import { allOver } from '../house/all-over';
import type { Arena } from './arena';
import type { Blow, Step } from './plan';

/** Strikes as planned, each blow at its time; resolves when who was hit has been started again, or lets go, also when a blow failed. */
export async function strikeAll(arena: Arena, steps: readonly Step[]): Promise<void> {
  const down = new Set<TestServer>();
  const killAndStart = async (server: TestServer, forMs: number): Promise<void> => {
    if (down.has(server)) return;
    down.add(server);
    await server.kill9();
    await pause(forMs);
    await server.start();
    down.delete(server);
  };
  const strike = async (blow: Blow): Promise<void> => {
    switch (blow.kind) {
      case 'kill':
        return kill(arena.house.named(blow.process), blow.forMs);
      case 'pause':
        return hold(arena.house.named(blow.process), blow.forMs);
      case 'kafka':
        return killAndStart(brokerOf(arena, blow), blow.forMs);
      case 'hang':
        return hang(brokerOf(arena, blow), blow.forMs);
      case 'database':
        return killAndStart(arena.database, blow.forMs);
      case 'cut':
        return cut(arena, blow);
    }
  };
  await allOver(
    steps.map(async ({ atMs, blow }) => {
      await pause(atMs);
      await strike(blow);
    }),
  );
}

async function kill(process: ServiceProcess, forMs: number): Promise<void> {
  if (!process.isUp) return;
  await process.kill9();
  await pause(forMs);
  if (!process.isUp) process.launch();
}

async function hold(process: ServiceProcess, forMs: number): Promise<void> {
  if (!process.isUp || process.isPaused) return;
  process.pause();
  await pause(forMs);
  process.resume();
}

function brokerOf({ kafka }: Arena, { broker }: { readonly broker: number }): TestServer {
  const found = kafka[broker];
  if (!found) throw new Error(`there is no broker ${broker + 1}`);
  return found;
}

/** It keeps its connections and answers nothing. What is killed meanwhile need not go on. */
async function hang(server: TestServer, forMs: number): Promise<void> {
  const pids = server.pids();
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  await pause(forMs);
  for (const pid of server.pids().filter((one) => pids.includes(one))) process.kill(pid, 'SIGCONT');
}

function cut(arena: Arena, { when, way: name, times }: Blow & { readonly kind: 'cut' }): void {
  const way = arena.ways.get(name);
  if (!way) throw new Error(`there is no way ${name}`);
  if (when === 'before') way.cutBefore(times);
  else if (when === 'after') way.cutAfter(times);
  else way.cutNow();
}
