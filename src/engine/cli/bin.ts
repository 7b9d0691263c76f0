#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { nearest } from '#engine/compiler/similar-names.ts';

type Command = (args: readonly string[]) => Promise<number>;

/** Command -> its module, loaded when it is called, and what it does in a line. */
const COMMANDS: Readonly<Record<string, { does: string; load: () => Promise<Command> }>> = {
  init: {
    does: '一家完整的小店 / a small complete shop in a new folder',
    load: async () => (await import('./init/command.ts')).initCommand,
  },
  dev: {
    does: '边改边看 / the shop from its sources, renewed as you save',
    load: async () => (await import('./dev/command.ts')).devCommand,
  },
  build: {
    does: '构建 / the production site',
    load: async () => (await import('./build/command.ts')).buildCommand,
  },
  start: {
    does: '构建并运行 / builds and serves',
    load: async () => (await import('./start/command.ts')).startCommand,
  },
  check: {
    does: '检查配置 / compiles the config and reports its offenses',
    load: async () => {
      const { checkCommand } = await import('./check/command.ts');
      return (args) => checkCommand(args);
    },
  },
  test: {
    does: '配置、类型、浏览器里的每一页 / config, types, and every page in a browser',
    load: async () => (await import('./walk/command.ts')).testCommand,
  },
  generate: {
    does: '类型与编辑器的 schema / types, and what editors know',
    load: async () => (await import('./generate/command.ts')).generateCommand,
  },
  import: {
    does: '把接口文档写成接口与实体 / writes an API document as calls and entities',
    load: async () => (await import('./import/command.ts')).importCommand,
  },
  new: {
    does: '新页面、专区、活动、区块 / scaffolds a page, zone, activity or block',
    load: async () => (await import('./new/command.ts')).newCommand,
  },
  explain: {
    does: '一个网址为什么显示这些 / why an address shows what it shows',
    load: async () => {
      const { explainCommand } = await import('./explain/command.ts');
      return (args) => explainCommand(args);
    },
  },
  report: {
    does: '一个分支改了什么 / what a branch changes, for its reviewer',
    load: async () => {
      const { reportCommand } = await import('./report/command.ts');
      return (args) => reportCommand(args);
    },
  },
  catalogue: {
    does: '区块、接口、检查与配置语言的网页 / pages of the blocks, calls, checks and the config language',
    load: async () => (await import('./catalogue/command.ts')).catalogueCommand,
  },
};

const usage = () =>
  [
    'storewright <command>',
    ...Object.entries(COMMANDS).map(([name, { does }]) => `  ${name.padEnd(10)} ${does}`),
  ].join('\n');

async function main([name = '--help', ...args]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command) return (await command.load())(args);
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(`${usage()}\n`);
    return 0;
  }
  const near = nearest(name, Object.keys(COMMANDS))[0];
  const [zh, en] = near === undefined ? ['', ''] : [`，是不是想写 ${near}？`, `; did you mean ${near}?`];
  process.stderr.write(`没有 ${name} 这个命令${zh} / there is no command ${name}${en}\n${usage()}\n`);
  return 2;
}

async function end(code: Promise<number>): Promise<void> {
  process.exitCode = await code;
}

/* A command's own modules are loaded after this. */
enableCompileCache();
/* Not awaited: a command that serves never answers, and its process may end by itself meanwhile. */
void end(main(process.argv.slice(2)));
