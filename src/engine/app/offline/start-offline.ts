import { sendKeptWrites } from '#engine/runtime/offline-writes.ts';
import type { Session } from '#engine/runtime/session.ts';
import styles from './offline.module.css';
import type { PageMessage } from './worker.ts';

/** ms between two looks at a line that is said to be there. */
const LOOK = 15_000;

/** Starts the service worker of a built site, says when there is no connection, and sends what was kept without one. */
export function startOffline(session: Session): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) void registerWorker();
  /* What says that something was kept cannot be loaded when it is needed. */
  void import('#engine/renderer/frame/shown-toasts.tsx');
  const bar = document.createElement('p');
  bar.className = styles['bar'] ?? '';
  bar.setAttribute('role', 'status');
  document.body.append(bar);
  const show = () => {
    bar.textContent = navigator.onLine ? '' : session.site.texts.offline;
    if (navigator.onLine) void sendKeptWrites(session);
  };
  addEventListener('online', show);
  addEventListener('offline', show);
  setInterval(() => {
    if (navigator.onLine) void sendKeptWrites(session);
  }, LOOK);
  show();
}

const WORKER = '/sw.js';

/** The part of Trusted Types that is used here; TypeScript's library has none of it. */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (address: string) => string };
}

/** Where the browser has Trusted Types, the address of a script comes from a policy, which the content policy names. */
function workerAddress(): string {
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => WORKER });
  return policy?.createScriptURL(WORKER) ?? WORKER;
}

async function registerWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  const wasThere = serviceWorker.controller !== null;
  const registration = await serviceWorker.register(workerAddress()).catch(() => null);
  if (!registration || wasThere) return;
  const { active } = await serviceWorker.ready;
  const assets = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => URL.parse(name)?.pathname.startsWith('/assets/'));
  const message: PageMessage = { page: location.href, assets: [...new Set(assets)] };
  active?.postMessage(message, []);
}
