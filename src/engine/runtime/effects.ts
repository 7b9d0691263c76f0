type Icon = 'success' | 'warning' | 'error' | 'info';

export interface ToastText {
  text: string;
  icon: Icon;
  /** A button on the toast. */
  link?: { text: string; to: string };
}

export interface AlertText {
  title: string;
  message: string;
  /** The button that closes it. */
  accept: string;
}

export interface ConfirmText extends AlertText {
  cancel: string;
}

/** What the reader is shown; kept in atoms, so that the renderer only draws it. */
export interface Notices {
  toast(text: ToastText): void;
  /** Resolves when it has been closed. */
  alert(text: AlertText): Promise<void>;
  /** False when it was refused, or taken back by the signal. */
  confirm(text: ConfirmText, signal?: AbortSignal): Promise<boolean>;
  /** Opens or closes the block with this id; its blocks read `item` as `$item`. */
  open(id: string, item?: unknown): void;
  close(id: string): void;
}

/** Where the reader is taken; given by the app, which knows the router. On a server `go` and `load` mean a redirect. */
export interface Navigation {
  /** An address of this site. */
  go(to: string, options: { replace: boolean }): void;
  back(): void;
  /** Loads a whole page: another site's, or one of this site that must start anew. */
  load(to: string): void;
  reload(): void;
  /** Merges into the address's query; undefined, null and '' take a name away. */
  setQuery(values: Readonly<Record<string, unknown>>, options: { replace: boolean }): void;
}

export type Effects = Notices & Navigation;
