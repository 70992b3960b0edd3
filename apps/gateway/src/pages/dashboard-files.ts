import { globSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';

/** A file of the dashboard: its media type, and its bytes by the coding that they are in (`identity`, `br`, `gzip`). */
export interface DashboardFile {
  readonly type: string;
  readonly codings: ReadonlyMap<string, Buffer>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const CODINGS = { '.br': 'br', '.gz': 'gzip' } as const;

const built = join(dirname(require.resolve('@parapet/dashboard/package.json')), 'dist');

function fileAt(name: string, type: string): DashboardFile {
  const codings = new Map([['identity', readFileSync(join(built, name))]]);
  for (const [extension, coding] of Object.entries(CODINGS))
    for (const compressed of globSync(name + extension, { cwd: built }))
      codings.set(coding, readFileSync(join(built, compressed)));
  return { type, codings };
}

/**
 * Every file of the dashboard as it was built, by its path below the dashboard's root (`index.html`, `assets/…`). Nothing else can
 * be asked for. Empty where the pages were not built.
 */
export const dashboardFiles: ReadonlyMap<string, DashboardFile> = new Map(
  globSync('{*,assets/*}', { cwd: built }).flatMap((name) => {
    const type = TYPES[extname(name)];
    return type === undefined ? [] : [[name, fileAt(name, type)] as const];
  }),
);
