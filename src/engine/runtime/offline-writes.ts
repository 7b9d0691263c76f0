import type { Answer, Failure } from './answer.ts';
import type { KeptWrite, Session } from './session.ts';

interface KeptWrites {
  /** Whose they are. */
  reader: string;
  writes: readonly KeptWrite[];
}

const STORAGE = 'offline-writes';

/** Only one tab sends at a time. */
const LOCK = 'offline-writes';

/** More than anybody adds by hand before the line is back. */
const MOST = 200;

/** Who is reading; undefined for nobody that the site knows. */
function readerOf({ store, viewer, site }: Session): string | undefined {
  const id = store.get(viewer)[site.user.key];
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

/** Whether anything is kept, for whomever. */
const hasKeptWrites = (): boolean => localStorage.getItem(STORAGE) !== null;

/** What is kept for this reader. */
function read(reader: string): readonly KeptWrite[] {
  try {
    const kept = JSON.parse(localStorage.getItem(STORAGE) ?? 'null') as KeptWrites | null;
    return kept?.reader === reader ? kept.writes : [];
  } catch {
    return [];
  }
}

function write(reader: string, writes: readonly KeptWrite[]): void {
  if (writes.length === 0) localStorage.removeItem(STORAGE);
  else localStorage.setItem(STORAGE, JSON.stringify({ reader, writes } satisfies KeptWrites));
}

/** Who waits in this tab for how a kept write ends, by its key. */
const waiting = new Map<string, (answer: Answer) => void>();

const failure = (message: string): Failure => ({
  ok: false,
  kind: 'network',
  code: 0,
  status: 0,
  message,
  data: null,
});

/**
 * Keeps a write for when the line is back, and says so. It is bound to its reader: another one who logs in on this
 * device sends nothing of it.
 */
export function keepWrite(session: Session, kept: KeptWrite): Answer {
  const reader = readerOf(session);
  const { texts } = session.site;
  if (reader === undefined) return failure(texts.failed);
  const writes = read(reader);
  if (writes.length >= MOST) return failure(texts.failed);
  write(reader, [...writes, kept]);
  session.effects.toast({ text: texts.offlineQueued, icon: 'info' });
  const ended = new Promise<Answer>((resolve) => waiting.set(kept.key, resolve));
  /* Said already: `replaced` shows nothing more. */
  return { ...failure(texts.offlineQueued), kind: 'replaced', kept: ended };
}

/** Sends what is kept for the reader of now, in order, each at most once; drops what another reader has left. */
export async function sendKeptWrites(session: Session): Promise<void> {
  /* Who is reading is a question to the server, which most pages need not ask. */
  if (!hasKeptWrites()) return;
  if ('locks' in navigator) await navigator.locks.request(LOCK, () => sendAll(session));
  else await sendAll(session);
}

async function sendAll(session: Session): Promise<void> {
  if ((await session.identify()) === null) return;
  const reader = readerOf(session);
  if (reader === undefined || read(reader).length === 0) return localStorage.removeItem(STORAGE);
  const renewed = new Set<string>();
  const answers = new Map<string, Answer>();
  for (let [next] = read(reader); next; [next] = read(reader)) {
    const answer = await session.client.call(next.call, next.input, {
      idempotencyKey: next.key,
      lane: null,
    });
    if (!answer.ok && !isAnswered(session, answer)) break;
    write(
      reader,
      read(reader).filter(({ key }) => key !== next.key),
    );
    answers.set(next.key, answer);
    for (const name of session.client.binding(next.call).renews ?? []) renewed.add(name);
    if (!answer.ok) await refused(session, answer);
  }
  const { texts, locale } = session.site;
  const sent = [...answers.values()].filter(({ ok }) => ok).length;
  if (sent > 0) {
    const n = sent.toLocaleString(locale);
    session.effects.toast({ text: texts.offlineSent.replace('{n}', n), icon: 'success' });
  }
  await session.renew([...renewed]);
  for (const [key, answer] of answers) waiting.get(key)?.(answer);
}

/** Whether sending it again would change nothing: neither lost, nor asked of a reader who must log in again. */
const isAnswered = ({ policy }: Session, failure: Failure): boolean =>
  failure.kind === 'refusal' && failure.status < 500 && !policy.meansLoggedOut(failure);

async function refused({ site, policy, effects }: Session, failure: Failure): Promise<void> {
  const { alertTitle, accept, offlineRefused } = site.texts;
  const message = offlineRefused.replace('{message}', policy.messageOf(failure));
  await effects.alert({ title: alertTitle, message, accept });
}
