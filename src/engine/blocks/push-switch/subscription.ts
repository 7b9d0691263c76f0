/**
 * `off`: the reader closed the question without an answer. `refused`: the browser does not let this site notify.
 * `failed`: its push service cannot be reached.
 */
export type PushState = 'on' | 'off' | 'refused' | 'unsupported' | 'failed';

/** A subscription as the shop needs it, base64url. */
interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** ms that a worker may take to be there; a site that is developed has none. */
const PATIENCE = 10_000;

export const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

export const isPermitted = (): boolean => Notification.permission !== 'denied';

const worker = (): Promise<ServiceWorkerRegistration | null> =>
  Promise.race([
    navigator.serviceWorker.ready,
    new Promise<null>((resolve) => {
      setTimeout(resolve, PATIENCE, null);
    }),
  ]);

/** Asks for permission and subscribes this browser. Call it from a click: browsers ask at nothing less. */
export async function startSubscription(
  publicKey: string,
): Promise<{ state: PushState; subscription?: Subscription }> {
  if (!isSupported()) return { state: 'unsupported' };
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return { state: permission === 'denied' ? 'refused' : 'off' };
  try {
    const registration = await worker();
    if (!registration) return { state: 'failed' };
    /* One that another member or other keys have left is not carried on. */
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    const { endpoint, keys } = (
      await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    ).toJSON();
    const { p256dh, auth } = keys ?? {};
    return endpoint && p256dh && auth
      ? { state: 'on', subscription: { endpoint, p256dh, auth } }
      : { state: 'failed' };
  } catch {
    return { state: 'failed' };
  }
}

/** Ends what this browser has subscribed to. */
export async function endSubscription(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
