import { type HostOptions, hostOptions, wholeNumber } from '#engine/host/process/options.ts';
import { StartFault } from '#engine/host/process/start-fault.ts';
import type { GatewaySettings } from '../kernel/outside/payment-gateways/open.ts';
import type { SeedOptions } from '../seed/index.ts';
import { gatewaySettings } from './gateway-settings.ts';
import { type OutsideSettings, outsideSettings } from './outside-settings.ts';

/** Prints one line about the progress of the start. */
export type ReportLine = (line: string) => void;

export interface ServeOptions extends HostOptions {
  /** Folder of the uploaded files, and of the embedded database with its lock. */
  dataDir: string;
  /** A PostgreSQL server instead of the embedded database. */
  databaseUrl?: string;
  /** The data for an empty database. */
  seed: 'demo' | 'none';
  /** How many goods and load-test accounts the demo has, when not its own numbers. */
  seedSizes: Pick<SeedOptions, 'goods' | 'buyers'>;
  gateways: GatewaySettings;
  outside: OutsideSettings;
  /** Validate answers against their schemas, for development. */
  checkAnswers?: boolean;
  report?: ReportLine;
}

/**
 * The settings of the environment, with their defaults.
 * @throws StartFault on an invalid value
 */
export function optionsFromEnvironment(env: NodeJS.ProcessEnv): ServeOptions {
  const seed = env['SEED'] || 'demo';
  if (seed !== 'demo' && seed !== 'none') throw new StartFault(`SEED 只能是 demo 或 none,现在是 ${seed}`);
  const databaseUrl = env['DATABASE_URL'];
  const goods = env['SEED_GOODS'];
  const buyers = env['SEED_BUYERS'];
  return {
    ...hostOptions(env),
    dataDir: env['DATA_DIR'] || '.data',
    ...(databaseUrl ? { databaseUrl } : {}),
    seed,
    seedSizes: {
      ...(goods ? { goods: wholeNumber('SEED_GOODS', goods, 1_000_000) } : {}),
      ...(buyers ? { buyers: wholeNumber('SEED_BUYERS', buyers, 899) } : {}),
    },
    gateways: gatewaySettings(env),
    outside: outsideSettings(env),
  };
}
