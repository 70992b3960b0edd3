import { spawn } from 'node:child_process';
import { has, run } from '../command.mjs';
import { say } from '../say.mjs';

/** Images by name; both can be set, for a mirror or an image made here. */
export const kafkaImage = process.env.KAFKA_IMAGE || 'apache/kafka:4.3.1';
export const mongoImage = process.env.MONGO_IMAGE || 'mongo:8';

const ANSWER_MS = 5_000;
/** A pull that says nothing for this long reaches no registry. */
const SILENCE_MS = 20_000;
const PULL_MS = 300_000;

/** What was found out, once a process. */
const known = new Map();

/** Whether Docker answers and has the image or can get it. */
export function dockerHas(image) {
  if (!known.has(image)) known.set(image, find(image));
  return known.get(image);
}

async function find(image) {
  if (!has('docker')) return false;
  const answers = await succeeds(['info']);
  if (!answers) return false;
  if (await succeeds(['image', 'inspect', image])) return true;
  if (process.env.SERVERS_PULL === 'off') return false;
  say(`Docker answers, pulling ${image}`);
  if (await pull(image)) return true;
  // Processes started by this one need not find out again.
  process.env.SERVERS_PULL = 'off';
  say(`${image} cannot be pulled`);
  return false;
}

function succeeds(args) {
  return run('docker', args, { limit: ANSWER_MS }).then(
    () => true,
    () => false,
  );
}

function pull(image) {
  return new Promise((resolve) => {
    const child = spawn('docker', ['pull', image], { stdio: ['ignore', 'pipe', 'ignore'] });
    const giveUp = () => void child.kill('SIGKILL');
    const end = setTimeout(giveUp, PULL_MS);
    const silence = setTimeout(giveUp, SILENCE_MS);
    child.stdout.on('data', () => silence.refresh());
    child.on('error', () => undefined);
    child.on('close', (code) => {
      clearTimeout(end);
      clearTimeout(silence);
      resolve(code === 0);
    });
  });
}
