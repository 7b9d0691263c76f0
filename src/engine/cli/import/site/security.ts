import { asList, asObject, isObject } from '#engine/compiler/json.ts';
import type { CallConfig } from '#engine/generated/schemas.ts';
import type { Documents } from '../document/documents.ts';
import { child, type DocumentNode, entriesOf, textAt } from '../document/node.ts';
import type { Operation } from '../document/operations.ts';
import type { Losses } from '../loss/losses.ts';

/** A way in which the API recognises who calls. */
export interface Scheme {
  name: string;
  node: DocumentNode;
  kind: 'bearer' | 'basic' | 'cookie' | 'header' | 'query' | 'other';
}

/** Schemes under which each visitor is somebody. The others are keys of the shop itself. */
const PERSONAL = new Set<Scheme['kind']>(['bearer', 'cookie']);

function kindOf(node: DocumentNode): Scheme['kind'] {
  const [type, scheme, place] = ['type', 'scheme', 'in'].map((key) => textAt(node, key)?.toLowerCase());
  if (type === 'oauth2' || type === 'openidconnect') return 'bearer';
  if (type === 'http') return scheme === 'bearer' || scheme === 'basic' ? scheme : 'other';
  if (type !== 'apikey') return 'other';
  return place === 'cookie' || place === 'header' || place === 'query' ? place : 'other';
}

/** Who may call what, as the document says it. */
export class Security {
  readonly #schemes: ReadonlyMap<string, Scheme>;
  readonly #usual: unknown;
  readonly #roles: readonly string[];
  /** Some operation needs nothing: only then the others are about who asks. */
  readonly #hasOpen: boolean;

  /** @param roles of the site, weakest first */
  constructor(
    documents: Documents,
    operations: readonly Operation[],
    roles: readonly string[],
    losses: Losses,
  ) {
    const declared = entriesOf(child(documents.root, 'components', 'securitySchemes')).map(
      ([name, reference]) => {
        const node = documents.follow(reference, losses);
        return [name, { name, node, kind: kindOf(node) }] as const;
      },
    );
    this.#schemes = new Map(declared);
    this.#usual = child(documents.root, 'security').value;
    this.#roles = roles;
    this.#hasOpen = operations.some((operation) => this.#alternatives(operation).length === 0);
  }

  /** What a call says of who may make it. */
  of(operation: Operation): Pick<CallConfig, 'access' | 'personal'> {
    const alternatives = this.#alternatives(operation);
    const scopes = new Set(alternatives.flatMap((one) => Object.values(one).flatMap(asList)));
    const access = this.#roles.findLast((role) => scopes.has(role));
    if (access !== undefined) return { access };
    const isPersonal =
      alternatives.length > 0 &&
      alternatives.every((one) => this.#kinds(one).some((kind) => PERSONAL.has(kind)));
    return operation.method === 'get' && isPersonal && this.#hasOpen ? { personal: true } : {};
  }

  /** The schemes that some of these operations need. */
  used(operations: readonly Operation[]): Scheme[] {
    const names = new Set(operations.flatMap((one) => this.#declared(one).flatMap((of) => Object.keys(of))));
    return [...this.#schemes.values()].filter(({ name }) => names.has(name));
  }

  #kinds(alternative: Readonly<Record<string, unknown>>): Scheme['kind'][] {
    return Object.keys(alternative).map((name) => this.#schemes.get(name)?.kind ?? 'other');
  }

  /** What is needed, one of several; empty where it can be called without. */
  #alternatives(operation: Operation): Readonly<Record<string, unknown>>[] {
    const declared = this.#declared(operation);
    return declared.some((one) => Object.keys(one).length === 0) ? [] : declared;
  }

  #declared({ node }: Operation): Readonly<Record<string, unknown>>[] {
    return asList(child(node, 'security').value ?? this.#usual).filter(isObject);
  }
}

/** The names of the roles of a site, weakest first. */
export const rolesOf = (site: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(asObject(site['roles']));
