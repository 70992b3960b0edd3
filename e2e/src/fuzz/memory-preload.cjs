// Loaded before the house by `node --expose-gc --require`. On SIGUSR2 it collects garbage in every thread and says on a line
// `memory: {"rss":…,"heap":…}` (bytes) what is left. Nothing in the house knows of it.
const { BroadcastChannel, isMainThread, threadId } = require('node:worker_threads');

const channel = new BroadcastChannel('memory');
channel.unref();

/** As thoroughly as if memory had run out: otherwise much that is free stays with the process for a while. */
function collected() {
  global.gc({ execution: 'sync', type: 'major', flavor: 'last-resort' });
  return process.memoryUsage().heapUsed;
}

if (!isMainThread) {
  channel.onmessage = ({ data }) => {
    if (data.collect) channel.postMessage({ threadId, heap: collected() });
  };
} else {
  const others = new Set();
  process.on('worker', (worker) => {
    const id = worker.threadId;
    others.add(id);
    worker.once('exit', () => void others.delete(id));
  });
  let waiting = new Set();
  let heap = 0;
  const tell = () => {
    heap += collected();
    const { rss } = process.memoryUsage();
    process.stdout.write(`memory: ${JSON.stringify({ rss, heap })}\n`);
  };
  channel.onmessage = ({ data }) => {
    if (!waiting.delete(data.threadId)) return;
    heap += data.heap;
    if (waiting.size === 0) tell();
  };
  process.on('SIGUSR2', () => {
    heap = 0;
    waiting = new Set(others);
    if (waiting.size === 0) return tell();
    channel.postMessage({ collect: true });
  });
}
