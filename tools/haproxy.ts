import { execFile, spawn } from 'node:child_process';
import { access, constants, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { freePort } from './free-port.ts';

const execute = promisify(execFile);

const CANDIDATES = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy', '/opt/homebrew/bin/haproxy'];

async function presentHaproxy(): Promise<string | undefined> {
  for (const path of CANDIDATES) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}

/** Path of HAProxy, which is installed by the system's package manager when there is none. @throws where it cannot be had */
export async function findHaproxy(): Promise<string> {
  const present = await presentHaproxy();
  if (present !== undefined) return present;
  await execute('apt-get', ['install', '-y', 'haproxy'], { timeout: 300_000 });
  const installed = await presentHaproxy();
  if (installed === undefined) throw new Error('the package haproxy has no program where it was looked for');
  return installed;
}

/**
 * The proxy's configuration of `compose.yaml`, for processes of this machine.
 * @param sites ports of `site-a`, `site-b` …
 * @throws when the file names other servers than these
 */
async function configOf(port: number, sites: Readonly<Record<string, number>>): Promise<string> {
  const { configs } = parse(await readFile('compose.yaml', 'utf8'), { merge: true }) as {
    configs: { proxy: { content: string } };
  };
  /* TLS ends at the proxy: what lies behind it is the same without. */
  const plain = configs.proxy.content
    .split('\n')
    .filter((line) => !/^\s*(?:bind .* ssl |http-request redirect scheme https )/.test(line))
    .join('\n')
    .replace(/bind :\d+/, `bind 127.0.0.1:${port}`);
  return Object.entries(sites).reduce((config, [name, site]) => {
    const server = `server ${name} ${name}:8080`;
    if (!config.includes(server)) throw new Error(`compose.yaml has no "${server}"`);
    return config.replace(server, `server ${name} 127.0.0.1:${site}`);
  }, plain);
}

/** A proxy that runs. */
export interface Proxy {
  url: string;
  stop(): Promise<void>;
}

/** HAProxy with this configuration, which may name the folder it is kept in. It ends with this process. */
async function runHaproxy(
  configIn: (folder: string) => string | Promise<string>,
): Promise<{ folder: string; stop(): Promise<void> }> {
  const program = await findHaproxy();
  const folder = await mkdtemp(join(tmpdir(), 'storewright-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, await configIn(folder));
  await execute(program, ['-c', '-q', '-f', file]);
  const child = spawn(program, ['-db', '-f', file], { stdio: 'ignore' });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  return {
    folder,
    async stop() {
      process.off('exit', endWithUs);
      child.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** HAProxy as in `compose.yaml`, in front of the processes on these ports. It ends with this process. */
export async function startProxy(sites: Readonly<Record<string, number>>): Promise<Proxy> {
  const port = await freePort();
  const running = await runHaproxy(() => configOf(port, sites));
  return { url: `http://127.0.0.1:${port}`, stop: () => running.stop() };
}

/** One address of a database, whichever server it is. */
export interface DatabaseProxy {
  port: number;
  /** Points it at the server on another port. @throws when HAProxy does not take it */
  pointAt(server: number): Promise<void>;
  stop(): Promise<void>;
}

/** HAProxy in front of a database's server on a port of this machine, as TCP. It ends with this process. */
export async function startDatabaseProxy(server: number): Promise<DatabaseProxy> {
  const port = await freePort();
  const running = await runHaproxy(
    (ofProxy) => `global
  stats socket ${join(ofProxy, 'admin')} level admin
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
listen database
  bind 127.0.0.1:${port}
  server current 127.0.0.1:${server}
`,
  );
  return {
    port,
    async pointAt(other) {
      const said = await tell(
        join(running.folder, 'admin'),
        `set server database/current addr 127.0.0.1 port ${other}; shutdown sessions server database/current`,
      );
      if (!said.includes(String(other))) throw new Error(`HAProxy does not go over: ${said}`);
    },
    stop: () => running.stop(),
  };
}

/** What HAProxy answers to commands on its socket. */
async function tell(socket: string, commands: string): Promise<string> {
  const connection = connect(socket);
  connection.write(`${commands}\n`);
  return text(connection);
}
