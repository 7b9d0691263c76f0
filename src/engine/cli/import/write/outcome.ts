/**
 * What became of a part of the document. `written`: new; `updated`: the document changed; `unchanged`: nothing did; `edited`:
 * changed by hand, which stays; `conflict`: changed by hand and in the document, and the hand wins; `removed`: gone from the
 * document; `orphaned`: gone from it, but changed by hand or still used; `deleted`: removed by hand, and stays so; `taken`:
 * declared by hand before; `failed`: it could not be written.
 */
export type Outcome =
  | 'written'
  | 'updated'
  | 'unchanged'
  | 'edited'
  | 'conflict'
  | 'removed'
  | 'orphaned'
  | 'deleted'
  | 'taken'
  | 'failed';

/** A call or an entity, and what became of it. */
export interface Planned {
  /** The operation or the definition. */
  key: string;
  name: string;
  /** `config/api/pets.yaml`; '' where it is in no file. */
  file: string;
  outcome: Outcome;
}
