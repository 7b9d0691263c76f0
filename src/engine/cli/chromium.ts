import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const execute = promisify(execFile);

/** Chromium without a window: it starts faster, and loads a page in about half the processor time. It has neither camera nor notifications. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Nothing but the pages under test: no updates, no telemetry, and it runs as root in a container. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function firstOf(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) if (path !== '' && (await isThere(path))) return path;
  return undefined;
}

type Command = readonly [program: string, ...args: string[]];

const PACKAGE: Command = ['apt-get', 'install', '-y', 'chromium-headless-shell'];

/** Ways to a Chromium: Playwright's own download; where that cannot be had, the system's packages. */
const WAYS: readonly Command[] = [
  ['npx', 'playwright-core', 'install', 'chromium'],
  PACKAGE,
  ['apt-get', 'install', '-y', 'chromium'],
];

/** Does the command do it? It is not there on every system. */
const succeeds = ([program, ...args]: Command): Promise<boolean> =>
  execute(program, args, { timeout: 300_000 }).then(
    () => true,
    () => false,
  );

async function install(isWhole: boolean): Promise<void> {
  for (const way of WAYS) if (!(isWhole && way === PACKAGE) && (await succeeds(way))) return;
}

/** Installs the headless shell where the system has it as a package: for who opens so many pages that it saves time. */
export async function installHeadlessShell(): Promise<void> {
  if (!(await isThere(HEADLESS_SHELL))) await succeeds(PACKAGE);
}

/** Path of a Chromium that is here: the one that CHROMIUM names, the system's, Playwright's. */
const presentChromium = (isWhole = false): Promise<string | undefined> =>
  firstOf([
    process.env['CHROMIUM'] ?? '',
    ...(isWhole ? [] : [HEADLESS_SHELL]),
    ...BROWSERS,
    chromium.executablePath(),
  ]);

/** Is there a Chromium on this machine, so that none would have to be installed? */
export const hasChromium = async (): Promise<boolean> => (await presentChromium()) !== undefined;

/** Path of a Chromium, which is installed when there is none. */
async function findChromium(isWhole: boolean): Promise<string> {
  const found = await presentChromium(isWhole);
  if (found !== undefined) return found;
  await install(isWhole);
  const installed = await presentChromium(isWhole);
  if (installed === undefined)
    throw new Error('No Chromium found or installed; set CHROMIUM to the path of one');
  return installed;
}

export interface ChromiumOptions {
  /** More of its arguments. */
  flags?: readonly string[];
  /** The whole browser, for pages that use a camera or notify. */
  isWhole?: boolean;
}

/** A real browser without a window. Whoever launches it closes it. */
export async function launchChromium({
  flags = [],
  isWhole = false,
}: ChromiumOptions = {}): Promise<Browser> {
  const path = await findChromium(isWhole);
  const args = [...FLAGS, ...flags];
  /* Of its own downloads, Playwright takes the one for windowless browsers itself. */
  const isOwn = !isWhole && path === chromium.executablePath();
  return chromium.launch(isOwn ? { args } : { executablePath: path, args });
}
