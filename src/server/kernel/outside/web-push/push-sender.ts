import type { Agent } from 'node:https';
import { request } from 'node:https';
import webPush from 'web-push';
import { isPublicAddress, publicAgent } from '../public-agent.ts';

/** A browser's subscription, as its push service gave it. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

/** What a push is sent with beside its payload. */
export interface PushTerms {
  keys: VapidKeys;
  /** Whom the push service may turn to: `https:` or `mailto:`. */
  subject: string;
  /** Of two with the same topic that wait at the push service only the later is delivered: base64url, 32 characters. */
  topic: string;
}

/** `gone`: the subscription exists no more. `refused`: the push service will never take it. */
export type PushOutcome = 'sent' | 'gone' | 'refused';

/** Sends to the push services of browsers. */
export interface PushSender {
  /** Whether an endpoint may be subscribed. */
  accepts(endpoint: string): boolean;
  /** @throws when it may succeed later: the push service cannot be reached, is busy, or has a fault */
  send(target: PushTarget, payload: string, terms: PushTerms): Promise<PushOutcome>;
}

/** Milliseconds for one request. */
const TIMEOUT = 10_000;

/** Seconds that a push service keeps a message for a device that is off. */
const TIME_TO_LIVE = 12 * 3_600;

/** What the sender may reach; a test lets it reach an endpoint of its own. */
interface Reach {
  accepts: (endpoint: string) => boolean;
  agent: Agent;
}

/** Web push (RFC 8030), encrypted (RFC 8291) and signed (RFC 8292); endpoints within the shop's own network are refused. */
export function webPushSender(
  { accepts, agent }: Reach = { accepts: isPublicAddress, agent: publicAgent() },
): PushSender {
  return {
    accepts,
    async send(target, payload, terms) {
      if (!accepts(target.endpoint)) return 'refused';
      const details = requestOf(target, payload, terms);
      if (details === null) return 'refused';
      const status = await post(target.endpoint, details, agent);
      if (status === 404 || status === 410) return 'gone';
      if (status >= 200 && status < 300) return 'sent';
      if (status === 429 || status >= 500) throw new Error(`the push service answered ${status}`);
      return 'refused';
    },
  };
}

/** Null where the keys of the browser are none. */
function requestOf(
  { endpoint, p256dh, auth }: PushTarget,
  payload: string,
  { keys, subject, topic }: PushTerms,
): webPush.RequestDetails | null {
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject, ...keys },
      TTL: TIME_TO_LIVE,
      topic,
    });
  } catch {
    return null;
  }
}

/** The status of the answer; nothing of its body is read, and no redirect followed. */
function post(endpoint: string, { headers, body }: webPush.RequestDetails, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      endpoint,
      { method: 'POST', headers, agent, signal: AbortSignal.timeout(TIMEOUT) },
      (answer) => {
        resolve(answer.statusCode ?? 0);
        answer.destroy();
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}
