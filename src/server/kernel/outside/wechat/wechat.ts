/** The identity of a WeChat user. */
export interface WechatIdentity {
  /** The union id where there is one: it is the same in all apps of the shop. */
  id: string;
  name: string;
}

/** Login by WeChat's OAuth: the real one or a local stand-in. */
export interface Wechat {
  /** URL where the user scans and consents; WeChat redirects to `redirect` with `code` and `state`. */
  authorizeUrl(request: { state: string; redirect: string }): string;
  /** The identity behind a code; null for an invalid or expired one. */
  identify(code: string): Promise<WechatIdentity | null>;
  /** Only of the stand-in: the code with which it redirects after this user's consent. */
  agree?: (name: string) => string;
}
