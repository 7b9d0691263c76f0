import type { Text } from '#engine/compiler/offense.ts';
import type { Loss } from '../loss/losses.ts';
import type { SiteProposal } from '../site/site-proposal.ts';
import type { Planned } from '../write/outcome.ts';

/** What an import did, or would do. */
export interface Report {
  title: string;
  /** The file or the address of the document. */
  from: string;
  /** Nothing was written. */
  isDry: boolean;
  calls: readonly Planned[];
  entities: readonly Planned[];
  losses: readonly Loss[];
  site: SiteProposal & { file: string; isWritten: boolean };
  /** How the calls are let in, and what else a person has to decide. */
  advice: readonly { api: Readonly<Record<string, unknown>>; words: Text }[];
}
