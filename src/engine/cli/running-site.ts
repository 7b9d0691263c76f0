import type { SiteConfig } from '#engine/generated/schemas.ts';
import type { Api } from './weigh/api.ts';

/** A built site that runs in a process of its own, for the commands that open its pages. */
export interface RunningSite {
  url: string;
  /** Folder of the build that it serves. */
  distDir: string;
  /** A Cookie header of an account that is logged in. */
  logIn(username: string): Promise<string>;
  /** The API behind it, as readers of each role. */
  api(): Promise<Api>;
  stop(): Promise<void>;
}

/** Where a site is built from, and where to. */
export interface SiteSources {
  /** Folder of the project. */
  project: string;
  configDir: string;
  distDir: string;
  site: SiteConfig;
}

/** Builds a site and starts it. */
export type StartSite = (sources: SiteSources) => Promise<RunningSite>;
