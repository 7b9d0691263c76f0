import { oneOf, readArgs } from '../arguments.ts';
import { type Language, readLanguage } from '../language-option.ts';

const FORMATS = ['text', 'json', 'github'] as const;

/** The moment of a timeline, unless another one is asked for. */
export const NOW = 'now';

export const USAGE = `npm run check -- [--config DIR] [--format text|json|github] [--lang zh|en] [--fix] [--timeline [--at TIME]] [--budget [--dist DIR] [--site URL]]
  --lang      不写则跟着 site.yaml 的 locale / that of site.yaml's locale when left out
  --format    text 给人看，json 给程序，github 标在合并请求的行旁 / for people, programs, pull requests
  --fix       改好能确定怎么改的 / makes the certain repairs
  --timeline  从 --at（默认现在）往后看所有排期 / looks at all schedules from --at on (now by default)
  --budget    各页面要下载多少，和 site.yaml 的上限比；先 npm run build / what pages load as built, against their budgets
              加 --site http://localhost:8080，连同一个运行着的演示商店的数据与图片 / with the data and pictures of a running demo shop
  退出码 / exit code: 0 没有错误 no error，1 有错误 an error，2 命令写错 the command is wrong`;

export interface Settings {
  config: string;
  format: (typeof FORMATS)[number];
  lang: Language | undefined;
  fix: boolean;
  timeline: boolean;
  budget: boolean;
  dist: string;
  site: string | undefined;
  /** As it was written. */
  at: string;
}

export function readSettings(args: readonly string[]): Settings {
  const options = {
    config: { type: 'string', default: process.env['CONFIG_DIR'] ?? 'config' },
    format: { type: 'string', default: 'text' },
    lang: { type: 'string' },
    fix: { type: 'boolean', default: false },
    timeline: { type: 'boolean', default: false },
    budget: { type: 'boolean', default: false },
    dist: { type: 'string', default: process.env['DIST_DIR'] ?? 'dist' },
    site: { type: 'string' },
    at: { type: 'string', default: NOW },
  } as const;
  const { values } = readArgs(args, options);
  return {
    ...values,
    site: values.site,
    format: oneOf('--format', values.format, FORMATS),
    lang: readLanguage(values.lang),
  };
}
