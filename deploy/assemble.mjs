// node assemble.mjs APP FOLDER — lays out what an image of one app needs, from a repository in which `npm ci` and
// `npm run build` were run: the app and the workspaces it depends on as they were built, of node_modules those packages
// that they reach (npm itself would also leave optional peers there, like a TypeScript compiler), and FOLDER/main, which
// starts the app.
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const [app, to] = process.argv.slice(2);
const root = process.cwd();
const manifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Where Node would find the package; undefined if it is not installed. */
function find(name, from) {
  const here = join(from, 'node_modules', name);
  if (existsSync(here)) return here;
  return from === root ? undefined : find(name, dirname(from));
}

/** What a package needs at run time, each with whether it may be absent. */
function wants({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  const peers = Object.keys(peerDependencies ?? {});
  return [
    ...Object.keys({ ...dependencies, ...optionalDependencies }),
    ...peers.filter((name) => !peerDependenciesMeta?.[name]?.optional),
  ].map((name) => ({ name, optional: name in (optionalDependencies ?? {}) }));
}

/** What is taken of the house's own packages: by name, for beside it a house may have run, with secrets and data. */
const OURS = ['dist', 'package.json', 'bin', 'openapi.json'];
/** Half of what packages weigh, and nothing that runs. */
const FOR_COMPILERS = /\.(d\.[cm]?ts|map)$/;
const taken = new Set();

function take(folder) {
  const path = relative(root, folder);
  if (taken.has(path)) return;
  taken.add(path);
  if (lstatSync(folder).isSymbolicLink()) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    symlinkSync(readlinkSync(folder), join(to, path));
    return take(realpathSync(folder));
  }
  const wanted = (inside) =>
    path.includes('node_modules')
      ? inside !== 'node_modules' && !FOR_COMPILERS.test(inside)
      : OURS.includes(inside.split(sep)[0]);
  cpSync(folder, join(to, path), {
    recursive: true,
    filter: (file) => file === folder || wanted(relative(folder, file)),
  });
  const about = manifest(folder);
  // What pages are made of lies in what was built of them.
  if (about.nx?.tags?.includes('type:pages')) return;
  for (const { name, optional } of wants(about)) {
    const found = find(name, folder);
    if (found !== undefined) take(found);
    else if (!optional) throw new Error(`${path} needs ${name}, which is not installed`);
  }
}

take(join(root, 'apps', app));
cpSync('deploy/answers.sh', join(to, 'answers.sh'));
const { bin } = manifest(join('apps', app));
const main = join('apps', app, bin === undefined ? 'dist/main.js' : Object.values(bin)[0]);
if (!existsSync(main)) throw new Error(`there is no ${main} to start`);
symlinkSync(main, join(to, 'main'));
console.log(`${app}: ${taken.size} packages`);
