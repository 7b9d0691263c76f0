/** What reads codes in a picture: the browser's own, or what stands in for it. */
export interface CodeReader {
  detect: (picture: HTMLVideoElement) => Promise<readonly { rawValue: string }[]>;
}
