import type { CallConfig, SiteConfig, SlotConfig } from '#engine/generated/schemas.ts';
import { asObject, type Json, objectEntries } from '../json.ts';
import { memo } from '../memo.ts';
import type { ConfigFile } from '../schema/config-file.ts';
import type { JsonSchema } from '../schema/field.ts';
import { shellName } from '../schema/file-kind.ts';
import type { GraphqlQueries } from '../schema/graphql.ts';
import type { SchemaLibrary } from '../schema/library.ts';
import { emitSite, siteSchema } from '../schema/site.ts';
import type { Pointer } from '../source/pointer.ts';
import { validatorOf } from '../validate/validator.ts';
import { isPartial, type PartialTexts, partialTextsOf } from './partial-files.ts';

/** A location in the config: the file, and the pointer in it. */
export interface Location {
  file: string;
  pointer: Pointer;
}

interface DeclaredCall extends Location {
  name: string;
  config: CallConfig;
}

/**
 * The declarations of all files on which the findings of one file may depend. Pages are not part of it: they change daily,
 * and checks across pages run after all files are read.
 */
export interface Project {
  library: SchemaLibrary;
  site: SiteConfig;
  /** The type of `$site`. */
  siteSchema: JsonSchema;
  calls: ReadonlyMap<string, DeclaredCall>;
  /** Names of calls whose declarations are invalid. */
  brokenCalls: ReadonlySet<string>;
  queries: GraphqlQueries;
  slots: SlotConfig;
  shells: ReadonlySet<string>;
  /** The texts of the files of calls, slots and roles that could be parsed only in part. */
  partialTexts: PartialTexts;
}

/** The declarations of a file as a text to compare: an edit that does not change it affects no other file. */
export const declarationKey: (file: ConfigFile) => string = memo(({ kind, yaml }) => {
  if (kind === 'page' || kind === 'errors') return '';
  if (kind === 'shell') return shellName(yaml.path);
  return (JSON.stringify(yaml.value) ?? '') + (isPartial(yaml) ? yaml.text : '');
});

/** Gathers the declarations of all files; of invalid files, those that are valid. */
export function gatherProject(
  files: readonly ConfigFile[],
  library: SchemaLibrary,
  queries: GraphqlQueries = new Map(),
): Project {
  const calls = new Map<string, DeclaredCall>();
  const brokenCalls = new Set<string>();
  const shells = new Set<string>();
  let site: unknown;
  let slots: Json = {};
  for (const { kind, yaml } of files) {
    if (kind === 'site') site = yaml.value;
    else if (kind === 'ads') slots = Object.fromEntries(objectEntries(yaml.value));
    else if (kind === 'shell') shells.add(shellName(yaml.path));
    else if (kind === 'api') {
      for (const [name, config] of objectEntries(yaml.value)) {
        if (!isCall(config, library)) brokenCalls.add(name);
        else if (!calls.has(name)) calls.set(name, { name, config, file: yaml.path, pointer: [name] });
      }
    }
  }
  return {
    library,
    site: emitSite(site, library),
    siteSchema: siteSchema(site, library),
    calls,
    brokenCalls,
    queries,
    slots: slots as SlotConfig,
    shells,
    partialTexts: partialTextsOf(
      files.filter(({ kind }) => kind === 'api' || kind === 'ads' || kind === 'site'),
    ),
  };
}

function isCall(value: Json, library: SchemaLibrary): value is CallConfig {
  return isCallIn(library)(value);
}

/** Memoized: each declaration is validated once. */
const isCallIn = memo((library: SchemaLibrary) =>
  memo((value: Json): boolean => {
    const schema = asObject(asObject(library.config.get('call'))['additionalProperties']);
    return validatorOf(library).errors(schema, value).length === 0;
  }),
);
