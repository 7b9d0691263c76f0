import { once } from 'node:events';
import { connect, type NetConnectOpts } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FileScanner } from './scanner.ts';

/** Milliseconds without a sign of clamd; 10 MB of archives take it a second or two. */
const TIMEOUT = 20_000;

/** Begins a session of one file: its bytes in chunks, each behind its length, and a chunk of none. */
const INSTREAM = Buffer.from('zINSTREAM\0');
const END = Buffer.alloc(4);

const FOUND = /^stream: (.+) FOUND\0?$/;
const CLEAN = /^stream: OK\0?$/;

/**
 * Where clamd listens: `tcp://host:3310`, or `unix:///run/clamav/clamd.ctl`. Undefined for anything else.
 */
export function clamdAddress(url: string): NetConnectOpts | undefined {
  const { protocol, hostname, port, pathname } = URL.parse(url) ?? {};
  if (protocol === 'unix:' && hostname === '' && pathname) return { path: decodeURIComponent(pathname) };
  if (protocol !== 'tcp:' || !hostname) return undefined;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) };
}

/** ClamAV's daemon, which is asked for each file over a connection of its own. Nothing is kept there. */
export function clamd(address: NetConnectOpts): FileScanner {
  return {
    async scan(bytes) {
      const socket = connect(address);
      socket.setTimeout(TIMEOUT, () => socket.destroy(new Error('clamd does not answer')));
      try {
        await once(socket, 'connect');
        const length = Buffer.alloc(4);
        length.writeUInt32BE(bytes.length);
        socket.end(Buffer.concat([INSTREAM, length, bytes, END]));
        return verdictOf(await text(socket));
      } finally {
        socket.destroy();
      }
    },
  };
}

function verdictOf(answer: string): string | null {
  const found = FOUND.exec(answer)?.[1];
  if (found !== undefined) return found;
  if (CLEAN.test(answer)) return null;
  throw new Error(`clamd answered: ${answer.slice(0, 200)}`);
}
