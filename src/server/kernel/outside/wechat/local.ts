import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { pageLink } from '../../pages/page-link.ts';
import type { Wechat } from './wechat.ts';

const consentPage = pageLink('dev_wechat');

/** A local stand-in for WeChat with a consent page of its own, for the demo. */
export function localWechat(): Wechat {
  const key = randomBytes(32);
  const seal = (name: string) => createHmac('sha256', key).update(name).digest();
  return {
    authorizeUrl: ({ state }) => consentPage({ state }),
    agree: (name) => `${Buffer.from(name).toString('base64url')}.${seal(name).toString('base64url')}`,
    async identify(code) {
      const [written = '', sealed = ''] = code.split('.');
      const name = Buffer.from(written, 'base64url').toString();
      const given = Buffer.from(sealed, 'base64url');
      const right = seal(name);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      return { id: `local-${name}`, name };
    },
  };
}
