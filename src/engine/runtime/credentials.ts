/** What a browser keeps of who is reading, for an API that it asks itself or that protects its writes. */
export interface Credentials {
  /** The value of a cookie that scripts may read. */
  cookie(name: string): string | undefined;
  /** The token that the API gave at login. */
  token(): string | undefined;
  /** Null forgets it. */
  keepToken(token: string | null, days: number | undefined): void;
}
