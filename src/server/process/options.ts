import { type HostOptions, hostOptions, wholeNumber } from '#engine/host/process/options.ts';
import { StartFault } from '#engine/host/process/start-fault.ts';
import type { GatewaySettings } from '../kernel/outside/payment-gateways/open.ts';
import type { SeedOptions } from '../seed/index.ts';
import { gatewaySettings } from './gateway-settings.ts';
import type { TracingOptions } from './otlp-tracing.ts';
import { type OutsideSettings, outsideSettings } from './outside-settings.ts';
import { requireWholeSettings, type SettingValues } from './settings.ts';
import { tracingOptions } from './tracing.ts';

/** More on one machine are a slip of the pen. */
const MAX_PROCESSES = 64;

/** Prints one line about the progress of the start. */
export type ReportLine = (line: string) => void;

export interface ServeOptions extends HostOptions {
  /** Folder of the uploaded files, and of the embedded database with its lock. */
  dataDir: string;
  /** A PostgreSQL server instead of the embedded database. */
  databaseUrl?: string;
  /** Processes that serve the port; more than one need a PostgreSQL server. */
  processes: number;
  /** The data for an empty database. */
  seed: 'demo' | 'none';
  /** How many goods and load-test accounts the demo has, when not its own numbers. */
  seedSizes: Pick<SeedOptions, 'goods' | 'buyers'>;
  /** What scrapers of `/metrics` must send; when left out only this machine may ask. */
  metricsToken?: string;
  /** Where spans are sent; nowhere when left out. */
  tracing?: TracingOptions;
  /** Milliseconds after which a statement of the database is logged. */
  slowQueryAfter: number;
  /** What a demo gives away answers to others than this machine as well. */
  demoPublic: boolean;
  gateways: GatewaySettings;
  outside: OutsideSettings;
  /** The first staff account of a shop without the demo data; asked for in the terminal when left out. */
  firstStaff?: { username: string; password: string };
  /** Validate answers against their schemas, for development. */
  checkAnswers?: boolean;
  report?: ReportLine;
}

/**
 * The settings of the environment, with their defaults.
 * @throws StartFault on an invalid value, and on a group that is set by halves
 */
export function optionsFromEnvironment(env: SettingValues): ServeOptions {
  requireWholeSettings(env);
  const seed = env['SEED'] || 'demo';
  if (seed !== 'demo' && seed !== 'none') throw new StartFault(`SEED 只能是 demo 或 none,现在是 ${seed}`);
  const databaseUrl = env['DATABASE_URL'];
  const processes = wholeNumber('WEB_CONCURRENCY', env['WEB_CONCURRENCY'] || '1', MAX_PROCESSES);
  if (processes > 1 && !databaseUrl)
    throw new StartFault(
      'WEB_CONCURRENCY 大于 1 时需要 DATABASE_URL:内嵌的数据库只供一个进程用 / WEB_CONCURRENCY above 1 needs DATABASE_URL: the embedded database serves one process',
    );
  const goods = env['SEED_GOODS'];
  const buyers = env['SEED_BUYERS'];
  requireSwitch('PAYMENT_SANDBOX', env['PAYMENT_SANDBOX']);
  requireSwitch('DEMO_PUBLIC', env['DEMO_PUBLIC']);
  requireSwitch('UPLOADS_S3_REDIRECT', env['UPLOADS_S3_REDIRECT']);
  const tracing = tracingOptions(env);
  const { STAFF_USERNAME: username, STAFF_PASSWORD: password } = env;
  return {
    ...hostOptions(env),
    dataDir: env['DATA_DIR'] || '.data',
    ...(databaseUrl ? { databaseUrl } : {}),
    processes: Math.max(1, processes),
    seed,
    seedSizes: {
      ...(goods ? { goods: wholeNumber('SEED_GOODS', goods, 1_000_000) } : {}),
      ...(buyers ? { buyers: wholeNumber('SEED_BUYERS', buyers, 899) } : {}),
    },
    ...(env['METRICS_TOKEN'] ? { metricsToken: env['METRICS_TOKEN'] } : {}),
    ...(tracing ? { tracing } : {}),
    slowQueryAfter: wholeNumber('SLOW_QUERY_MS', env['SLOW_QUERY_MS'] || '500', 600_000),
    demoPublic: env['DEMO_PUBLIC'] === 'on',
    gateways: gatewaySettings(env),
    outside: outsideSettings(env),
    ...(username && password ? { firstStaff: { username, password } } : {}),
  };
}

/** @throws StartFault for what is neither on nor off */
function requireSwitch(name: string, value: string | undefined): void {
  if (value && value !== 'on' && value !== 'off')
    throw new StartFault(`${name} 只能是 on 或 off,现在是 ${value} / ${name} is on or off, not ${value}`);
}
