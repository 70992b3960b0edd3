import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unprivileged } from '../cache.mjs';
import { run } from '../command.mjs';
import { answering } from '../instance.mjs';
import { startProcess } from '../processes.mjs';

/**
 * fsync is off: what was acknowledged survives kill -9, not a power cut. Full pages are logged: kill -9 may leave half of one. Bulks that lock the same documents in opposite
 * orders fail at once and whole, which is safe to retry, instead of waiting a second for each document.
 */
const settings = (port) => `port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 100
shared_buffers = 256MB
dynamic_shared_memory_type = mmap
shared_preload_libraries = 'pg_cron,pg_documentdb_core,pg_documentdb'
cron.database_name = 'postgres'
cron.log_run = off
cron.log_statement = off
fsync = off
full_page_writes = on
synchronous_commit = on
wal_level = minimal
max_wal_senders = 0
max_wal_size = 512MB
jit = off
deadlock_timeout = 10ms
documentdb.throwDeadlockOnCRUD = on
documentdb_core.enableCollation = on
documentdb.enableFailureOnParallelIndexArrays = on
documentdb.maxWriteBatchSize = 100000
`;

/** How often expired documents are removed. */
const TTL_SWEEP_SECONDS = 5;

const plain = { LC_ALL: 'C', TZ: 'UTC', LD_PRELOAD: '' };

/**
 * Starts PostgreSQL with the DocumentDB extension over `folder`; the first time it makes the database.
 * @param started called with the process as soon as it runs
 */
export async function startPostgres({ installed, folder, port, started }) {
  const data = join(folder, 'pg');
  const { bin, libraryPath, version } = installed;
  const owner = { cwd: folder, ...unprivileged };
  const sql = (statement) =>
    run(
      join(bin, 'psql'),
      [
        '-X',
        '-q',
        '-At',
        '-v',
        'ON_ERROR_STOP=1',
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
        '-U',
        'postgres',
        '-d',
        'postgres',
        '-c',
        statement,
      ],
      { ...owner, env: plain, limit: 30_000 },
    );
  if (!existsSync(join(data, 'PG_VERSION'))) await makeData(bin, data, owner);
  writeFileSync(join(data, 'parapet.conf'), settings(port));
  forgetTheDead(data);

  // Not by pg_ctl: the library path must not reach the machine's own shell.
  const env = { ...plain, LD_LIBRARY_PATH: libraryPath };
  const log = join(folder, 'postgres.log');
  const ours = startProcess(join(bin, 'postgres'), ['-D', data], {
    ...owner,
    env,
    log,
    signal: 'SIGINT',
  });
  started(ours);
  await answering(version, ours, async () => (await sql('select 1')).trim() === '1');
  await sql('set client_min_messages = error; create extension if not exists documentdb cascade');
  await sql(
    `select cron.alter_job(jobid, schedule := '${TTL_SWEEP_SECONDS} seconds') from cron.job where jobname = 'documentdb_ttl_task'`,
  );
}

async function makeData(bin, data, owner) {
  rmSync(data, { recursive: true, force: true });
  const locale = [
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ];
  const login = ['-U', 'postgres', '--auth=trust', '--no-sync'];
  await run(join(bin, 'initdb'), ['-D', data, ...login, ...locale], { ...owner, env: plain });
  appendFileSync(join(data, 'postgresql.conf'), "include 'parapet.conf'\n");
}

/** A lock file left by kill -9 may name a process id that somebody else has by now; PostgreSQL would refuse to start. */
function forgetTheDead(data) {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = readFileSync(file, 'utf8').split('\n')[0];
  const command = `/proc/${pid}/cmdline`;
  const isPostgres = existsSync(command) && readFileSync(command, 'utf8').includes(data);
  if (isPostgres) throw new Error(`PostgreSQL ${pid} still runs over ${data}`);
  if (existsSync(command)) rmSync(file);
}
