import { LOG_LEVELS, type LogLevel } from '../log.ts';
import type { HOST_SETTINGS } from './settings.ts';
import { StartFault } from './start-fault.ts';
import { trustedProxies } from './trusted-proxies.ts';

/** What every host of a built shop reads from its environment. */
export interface HostOptions {
  port: number;
  /** Folder of the build: `registry.json`, `client/`, `server/`. */
  distDir: string;
  /** Addresses and networks of the proxies in front. */
  trustProxy: readonly string[];
  logLevel: LogLevel;
}

type HostValues = { readonly [name in (typeof HOST_SETTINGS)[number]['name']]?: string | undefined };

/**
 * The settings of the environment, with their defaults.
 * @throws StartFault on an invalid value
 */
export function hostOptions(env: HostValues): HostOptions {
  return {
    port: wholeNumber('PORT', env['PORT'] || '8080', 65_535),
    distDir: env['DIST_DIR'] || 'dist',
    trustProxy: trustedProxies(env['TRUST_PROXY']),
    logLevel: logLevel(env['LOG_LEVEL'] || 'warn'),
  };
}

function logLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((name) => name === text);
  if (level !== undefined) return level;
  const levels = LOG_LEVELS.join(', ');
  throw new StartFault(
    `LOG_LEVEL 只能是 ${levels},现在是 ${text} / LOG_LEVEL is one of ${levels}, not ${text}`,
  );
}

/** @throws StartFault when the text is no whole number up to `most` */
export function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= most) return value;
  throw new StartFault(
    `${name} 应是 0 到 ${most} 的整数,现在是 ${text} / ${name} is a whole number from 0 to ${most}, not ${text}`,
  );
}
