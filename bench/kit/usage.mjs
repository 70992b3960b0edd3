import { readdirSync, readFileSync } from 'node:fs';

/** CPU microseconds that a process has used, all its threads together (`/proc`, schedstat). */
export function cpuOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((a, b) => a + b) / 1000;
}

const mebibytes = (pid, name) =>
  Math.round(
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) /
      1024,
  );

/** MiB of memory that a process had at most. */
export const mostMemoryOf = (pid) => mebibytes(pid, 'VmHWM');

/** MiB of memory that a process has. */
export const memoryOf = (pid) => mebibytes(pid, 'VmRSS');

const LOOK_MS = 200;
const AT_REST = 0.05;

/**
 * Waits until some processes do nothing worth mentioning any more.
 * @param pids answers which processes they are now
 * @returns what they used until then: `cpu` (µs), `memory` (MiB at most)
 */
export async function untilAtRest(pids) {
  const sum = (of) => pids().reduce((all, pid) => all + of(pid), 0);
  for (let before = sum(cpuOf); ;) {
    await new Promise((later) => setTimeout(later, LOOK_MS));
    const cpu = sum(cpuOf);
    if (cpu - before < AT_REST * LOOK_MS * 1000) return { cpu, memory: sum(mostMemoryOf) };
    before = cpu;
  }
}
