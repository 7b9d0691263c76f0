/** What a shop sends to the browsers of a member, for its service worker to show. */
export interface PushPayload {
  title: string;
  body: string;
  /** Path of the page that a click opens; empty for the home page. */
  url: string;
  /** Of two notices with the same tag the later replaces the earlier. */
  tag: string;
  /** Path that answers 200 only to the member it was sent to. */
  confirm: string;
  /** Shown in its place where it does not. */
  instead: { title: string; body: string };
}
