/** Who somebody is at WeChat. */
export interface WechatIdentity {
  /** The union id where there is one: it is the same in all programs of the shop. */
  id: string;
  name: string;
}

/** Login by WeChat's OAuth. The real one and the local stand-in differ in this only. */
export interface Wechat {
  /** Where the reader scans and agrees; from there they come back to `redirect` with `code` and `state`. */
  authorizeUrl(request: { state: string; redirect: string }): string;
  /** Who stands behind a code; null for a code that is not good (any more). */
  identify(code: string): Promise<WechatIdentity | null>;
  /** Only a stand-in has it: the code that comes back once this person has scanned and agreed. */
  agree?: (name: string) => string;
}
