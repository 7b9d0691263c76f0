import { StartFault } from './start-fault.ts';

/** A text in each language that the console speaks. */
export type Spoken = Readonly<Record<'zh' | 'en', string>>;

/** One variable of the environment that a process reads. */
export interface Setting {
  readonly name: string;
  /** What stands where it is not set. */
  readonly default?: string;
  /** Never shown. */
  readonly secret?: true;
  readonly about: Spoken;
}

/** Settings that are given together or not at all. */
export interface SettingGroup {
  readonly required: readonly string[];
  /** Further ones, which do nothing without the required. */
  readonly optional?: readonly string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** What every host of a built shop reads. */
export const HOST_SETTINGS = [
  { name: 'PORT', default: '8080', about: { zh: '监听的端口', en: 'port to listen on' } },
  {
    name: 'CONFIG_DIR',
    default: 'config',
    about: { zh: '商店配置的文件夹', en: 'folder of the shop’s config' },
  },
  { name: 'DIST_DIR', default: 'dist', about: { zh: '构建好的站点', en: 'the built site' } },
  {
    name: 'TRUST_PROXY',
    default: 'loopback',
    about: {
      zh: '前面的反向代理的地址或网段，用逗号分隔：相信它们的 X-Forwarded-For 与 X-Forwarded-Proto',
      en: 'addresses or networks of the proxies in front, separated by commas, whose X-Forwarded-For and X-Forwarded-Proto are believed',
    },
  },
  {
    name: 'LOG_LEVEL',
    default: 'warn',
    about: {
      zh: '写多少日志：fatal、error、warn、info（每个请求一行）、debug、silent',
      en: 'how much is logged: fatal, error, warn, info (a line per request), debug, silent',
    },
  },
] as const satisfies readonly Setting[];

/**
 * Refuses a group of which only a part is set.
 * @throws StartFault with the names of what is missing
 */
export function requireWholeGroups(groups: readonly SettingGroup[], env: Environment): void {
  for (const { required, optional = [] } of groups) {
    const given = [...required, ...optional].find((name) => env[name]);
    const missing = required.filter((name) => !env[name]);
    if (given === undefined || missing.length === 0) continue;
    throw new StartFault(
      `设置了 ${given}，还需要 ${missing.join('、')} / ${given} is set; it needs ${missing.join(', ')} as well`,
    );
  }
}

/** A line for each variable with a prefix of ours that is not one of our settings: misspelt, most likely. */
export function unknownSettings(
  settings: readonly Setting[],
  prefixes: readonly string[],
  env: Environment,
): string[] {
  const names = settings.map(({ name }) => name);
  return Object.keys(env)
    .filter((name) => env[name] && !names.includes(name))
    .flatMap((name) => {
      const prefix = prefixes.find((start) => name.startsWith(start));
      if (prefix === undefined) return [];
      const known = names.filter((other) => other.startsWith(prefix));
      return `没有 ${name} 这个设置，它不起作用；有 ${known.join('、')} / there is no setting ${name}, it does nothing; there are ${known.join(', ')}`;
    })
    .sort();
}

const WORDS = {
  hidden: { zh: '已设置，不显示', en: 'set, not shown' },
  none: { zh: '未设置', en: 'not set' },
  default: { zh: '默认', en: 'default' },
};

/** Every setting with its present value, its default and what it is for, for whoever runs the shop. */
export function describeSettings(settings: readonly Setting[], env: Environment, lang: 'zh' | 'en'): string {
  return settings
    .map(({ name, about, secret, default: usual }) => {
      const value = env[name];
      const shown = value && secret ? WORDS.hidden[lang] : value || usual || WORDS.none[lang];
      const after = usual === undefined ? '' : `  (${WORDS.default[lang]}: ${usual})`;
      return `${name} = ${shown}${after}\n    ${about[lang]}`;
    })
    .join('\n');
}
