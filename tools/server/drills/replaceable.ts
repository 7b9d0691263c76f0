import type { SiteProcess } from '../../site-process.ts';
import { untilServing } from './shop.ts';

/** A process of the site that another takes the place of, on its port. */
export class Replaceable {
  readonly port: number;
  readonly #start: (port: number) => Promise<SiteProcess>;
  #site: SiteProcess | undefined;

  constructor(port: number, start: (port: number) => Promise<SiteProcess>) {
    this.port = port;
    this.#start = start;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  async start(): Promise<void> {
    this.#site = await this.#start(this.port);
    await untilServing(this.url);
  }

  /** As `docker compose up` does it: signalled to end, waited for, then the new one. Answers the ms that the old one took. */
  async replace(): Promise<number> {
    const signalled = performance.now();
    await this.#site?.stop();
    const ms = performance.now() - signalled;
    await this.start();
    return ms;
  }

  async end(how: 'stop' | 'kill'): Promise<void> {
    await this.#site?.[how]();
    this.#site = undefined;
  }

  /** Not to be left behind, whatever becomes of this process. */
  killAtOnce(): void {
    if (this.#site) process.kill(this.#site.pid, 'SIGKILL');
  }
}
