import type { Wechat } from './wechat.ts';

export interface WechatSettings {
  appId: string;
  secret: string;
  fetch?: typeof globalThis.fetch;
}

const SCAN = 'https://open.weixin.qq.com/connect/qrconnect';
const API = 'https://api.weixin.qq.com/sns';

/** Milliseconds for one request to WeChat. */
const TIMEOUT = 8_000;

/** Error codes for a code that was used, expired or never issued. */
const BAD_CODES = new Set([40029, 40163, 41008]);

interface TokenAnswer {
  access_token?: string;
  openid?: string;
  errcode?: number;
  errmsg?: string;
}

interface ProfileAnswer {
  nickname?: string;
  unionid?: string;
  errcode?: number;
  errmsg?: string;
}

/** 微信开放平台, 网站应用: `snsapi_login`. */
export function openWechat({ appId, secret, fetch = globalThis.fetch }: WechatSettings): Wechat {
  async function fetchJson<Answer>(path: string, query: Record<string, string>): Promise<Answer> {
    const response = await fetch(`${API}/${path}?${new URLSearchParams(query).toString()}`, {
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return (await response.json()) as Answer;
  }

  return {
    authorizeUrl({ state, redirect }) {
      const query = new URLSearchParams({
        appid: appId,
        redirect_uri: redirect,
        response_type: 'code',
        scope: 'snsapi_login',
        state,
      });
      return `${SCAN}?${query.toString()}#wechat_redirect`;
    },
    async identify(code) {
      const token = await fetchJson<TokenAnswer>('oauth2/access_token', {
        appid: appId,
        secret,
        code,
        grant_type: 'authorization_code',
      });
      if (BAD_CODES.has(token.errcode ?? 0)) return null;
      const { access_token, openid } = token;
      if (access_token === undefined || openid === undefined) throw refused(token);
      const profile = await fetchJson<ProfileAnswer>('userinfo', { access_token, openid, lang: 'zh_CN' });
      if (profile.errcode !== undefined) throw refused(profile);
      return { id: profile.unionid ?? openid, name: profile.nickname ?? '' };
    },
  };
}

const refused = ({ errcode, errmsg }: { errcode?: number; errmsg?: string }) =>
  new Error(`wechat answered ${errcode ?? 'nothing known'} ${errmsg ?? ''}`);
