/** A built site that runs in a process of its own, as the commands that look at its pages need it. */
export interface RunningSite {
  url: string;
  /** A Cookie header of an account that is logged in. */
  logIn(username: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the built site of the project in `cwd`. */
export type StartSite = (env: NodeJS.ProcessEnv, cwd?: string) => Promise<RunningSite>;
