/** A built site that runs in a process of its own, for the commands that open its pages. */
export interface RunningSite {
  url: string;
  /** A Cookie header of an account that is logged in. */
  logIn(username: string): Promise<string>;
  /** The account that looks at pages which need this role; undefined where nobody has to log in. */
  accountFor(role: string): string | undefined;
  /** An account of the shop's own people. */
  staffAccount: string;
  stop(): Promise<void>;
}

/** Starts the built site of the project in `cwd`. */
export type StartSite = (env: NodeJS.ProcessEnv, cwd?: string) => Promise<RunningSite>;
