import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asJson } from '#engine/cli/check/report.ts';
import { readProject } from '#engine/cli/project/load-project.ts';
import { compile } from '#engine/compiler/compile.ts';
import { runTool } from '../../../support/run-tool.ts';
import { starterFiles } from '../../support/starter.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storewright-check-'));
  for (const [path, text] of await starterFiles()) if (path.startsWith('config/')) await save(path, text);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function save(path: string, text: string): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

const check = () =>
  runTool('check', ['--config', join(folder, 'config'), '--format', 'json', '--lang', 'en']);

/** What is printed where nothing is known. */
async function anew(): Promise<string> {
  const { files, unread } = await readProject(join(folder, 'config'));
  const onDisk = (path: string) => path.replace(/^config(?=\/)/, join(folder, 'config'));
  return `${asJson(compile(files, { unread }).offenses, 'en', onDisk)}\n`;
}

const PAGE = 'config/pages/faulty.yaml';
const FAULTY = `# ${Date.now()}: no run before has seen it\nname: faulty\npath: /faulty\nblocks:\n  - { block: text, txt: 一 }\n  - { block: nothing }\n`;

it('check says the same of a config that it knows, of one that it knows in part, and of one that it knew', async () => {
  await save(PAGE, FAULTY);
  const expected = await anew();
  const [first, again] = [await check(), await check()];
  expect(first).toEqual({ code: 1, out: expected, err: '' });
  expect(again).toEqual(first);

  await save(PAGE, `${FAULTY}  - { block: text, text: $data.none }\n`);
  const further = await check();
  expect(further).toEqual({ code: 1, out: await anew(), err: '' });
  expect(further.out).not.toBe(first.out);

  await save(PAGE, FAULTY);
  expect(await check()).toEqual(first);
});
