import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
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

/** Where the proxy listens: with a certificate as in production, over HTTP/2; without one, what lies behind is the same. */
interface Entrance {
  port: number;
  certificate?: string;
}

/**
 * The proxy's configuration of `compose.yaml`, for processes of this machine.
 * @param sites ports of `site-a`, `site-b` …
 * @throws when the file names other servers than these
 */
async function configOf(
  { port, certificate }: Entrance,
  sites: Readonly<Record<string, number>>,
): Promise<string> {
  const { configs } = parse(await readFile('compose.yaml', 'utf8'), { merge: true }) as {
    configs: { proxy: { content: string } };
  };
  const left = certificate === undefined ? /^\s*(?:bind .* ssl |http-request redirect )/ : /^\s*bind :\d+$/;
  const entered = configs.proxy.content
    .split('\n')
    .filter((line) => !left.test(line))
    .join('\n')
    .replace(/bind :\d+/, `bind 127.0.0.1:${port}`)
    .replace(/ crt \S+/, ` crt ${certificate}`);
  return Object.entries(sites).reduce((config, [name, site]) => {
    const server = `server ${name} ${name}:8080`;
    if (!config.includes(server)) throw new Error(`compose.yaml has no "${server}"`);
    return config.replace(server, `server ${name} 127.0.0.1:${site}`);
  }, entered);
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

/** ms that the proxy is given to listen, and between two looks. */
const PATIENCE = 30_000;
const LOOK = 25;

async function untilListening(port: number): Promise<void> {
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; ) {
    const socket = connect(port, '127.0.0.1');
    const listens = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (listens) return;
    await sleep(LOOK);
  }
  throw new Error('HAProxy does not listen');
}

/** HAProxy as in `compose.yaml`, in front of the processes on these ports, without TLS. It ends with this process. */
export async function startProxy(sites: Readonly<Record<string, number>>): Promise<Proxy> {
  const port = await freePort();
  const running = await runHaproxy(() => configOf({ port }, sites));
  return { url: `http://127.0.0.1:${port}`, stop: () => running.stop() };
}

/** As `startProxy`, with TLS and HTTP/2 as buyers meet it, by a certificate that it signs itself. Needs `openssl`. */
export async function startSecureProxy(sites: Readonly<Record<string, number>>): Promise<Proxy> {
  const port = await freePort();
  const running = await runHaproxy(async (folder) => {
    const certificate = join(folder, 'certificate.pem');
    const days = ['-days', '2', '-subj', '/CN=127.0.0.1'];
    const files = ['-keyout', `${certificate}.key`, '-out', certificate];
    await execute('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...days, ...files]);
    return configOf({ port, certificate }, sites);
  });
  await untilListening(port);
  return { url: `https://127.0.0.1:${port}`, stop: () => running.stop() };
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
      const said = await sendCommands(
        join(running.folder, 'admin'),
        `set server database/current addr 127.0.0.1 port ${other}; shutdown sessions server database/current`,
      );
      if (!said.includes(String(other))) throw new Error(`HAProxy does not go over: ${said}`);
    },
    stop: () => running.stop(),
  };
}

/** What HAProxy answers to commands on its socket. */
async function sendCommands(socket: string, commands: string): Promise<string> {
  const connection = connect(socket);
  connection.write(`${commands}\n`);
  return text(connection);
}
