import { availableParallelism } from 'node:os';
import { Advice } from '../servers/advice.mjs';
import { listTests } from './jest.mjs';

const serversSpec = '\\.servers\\.spec\\.ts$';
const foreignSpec = '\\.foreign\\.spec\\.ts$';
const apart = '/e2e/src/apart/';
/** An option that takes a list also takes the paths behind it: these come last. */
const without = (...patterns) =>
  ['/node_modules/', ...patterns].map((pattern) => `--testPathIgnorePatterns=${pattern}`);

/** What there is to test, in the order in which it is: what needs least first. */
const all = [
  {
    name: 'alone',
    needsServers: false,
    args: ['--config=jest.alone.config.js', ...without(serversSpec, foreignSpec, apart)],
  },
  {
    // With programs in other languages: a fuzzer in Python, the guide's receivers. Most of them wait for somebody else.
    name: 'servers',
    needsServers: true,
    args: [
      ...without(apart),
      '--testMatch=**/*.{servers,foreign}.spec.ts',
      `--maxWorkers=${availableParallelism() * 2}`,
    ],
  },
  {
    name: 'apart',
    needsServers: true,
    args: ['--config=jest.apart.config.js'],
  },
  {
    // Each file has a deployment of its own: the one that the suite shares would only be in its way.
    name: 'apart-own',
    needsServers: true,
    args: ['--config=jest.apart-own.config.js'],
  },
];

/**
 * Which tiers to run, and what to hand on to Jest. All of them when nothing is named; with a path, those that have a file
 * there (the black-box suite runs in its first tier then, unless `--tier=apart` asks for it). `--tier=apart` names both of
 * the processes apart.
 * @throws Advice when nothing fits
 */
export async function chosenTiers(given) {
  const wanted = given.filter((arg) => arg.startsWith('--tier=')).map((arg) => arg.slice(7));
  const args = given.filter((arg) => !arg.startsWith('--tier='));
  if (wanted.length > 0) return { tiers: named(wanted, args), args };
  if (args.length === 0) return { tiers: all, args };
  const tiers = all.filter((tier) => tier.name !== 'apart' && hasFile(tier, args));
  if (tiers.length === 0) throw new Advice(`No test file fits ${args.join(' ')}.`);
  return { tiers, args };
}

const hasFile = (tier, args) => listTests([...args, ...tier.args]).length > 0;

/** Of tiers that go by one name, those that have a file where a path is given. */
function named(wanted, args) {
  const tiers = all.filter(({ name }) =>
    wanted.some((w) => name === w || name.startsWith(`${w}-`)),
  );
  const fitting =
    tiers.length > 1 && args.length > 0 ? tiers.filter((t) => hasFile(t, args)) : tiers;
  return fitting.length > 0 ? fitting : tiers;
}
