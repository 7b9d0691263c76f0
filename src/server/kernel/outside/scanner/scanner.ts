/** Looks for malware in what is uploaded. */
export interface FileScanner {
  /**
   * The name of what was found; null for a file without anything.
   * @throws when the file could not be looked at
   */
  scan(bytes: Uint8Array): Promise<string | null>;
}
