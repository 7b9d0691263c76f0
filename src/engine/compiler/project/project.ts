import type { CallConfig, SiteConfig, SlotConfig } from '#engine/generated/schemas.ts';
import { asObject, type Json, objectEntries } from '../json.ts';
import { memo } from '../memo.ts';
import type { ConfigFile } from '../schema/config-file.ts';
import type { JsonSchema } from '../schema/field.ts';
import { shellName } from '../schema/file-kind.ts';
import type { SchemaLibrary } from '../schema/library.ts';
import { emitSite, siteSchema } from '../schema/site.ts';
import type { Pointer } from '../source/pointer.ts';
import { validatorOf } from '../validate/validator.ts';
import { type HalfRead, halfReadOf, isHalfRead } from './half-read.ts';

/** Where a thing is declared. */
export interface Place {
  file: string;
  pointer: Pointer;
}

interface DeclaredCall extends Place {
  name: string;
  config: CallConfig;
}

/**
 * What one file may know of the others, so that its findings hold until this changes. Pages are not part of it: they are
 * the files that change daily, and what concerns several of them is compared when all have been read.
 */
export interface Project {
  library: SchemaLibrary;
  site: SiteConfig;
  /** What references to `$site` may read. */
  siteSchema: JsonSchema;
  calls: ReadonlyMap<string, DeclaredCall>;
  /** Calls that are not declared as they should be: their names are known, nothing else. */
  brokenCalls: ReadonlySet<string>;
  slots: SlotConfig;
  shells: ReadonlySet<string>;
  /** What stands in the files of calls, slots and roles that could be read only in part. */
  halfRead: HalfRead;
}

/** The parts of a file that `Project` holds, as a text to compare: an edit that leaves it alone stays local. */
export const declarationKey: (file: ConfigFile) => string = memo(({ kind, yaml }) => {
  if (kind === 'page' || kind === 'errors') return '';
  if (kind === 'shell') return shellName(yaml.path);
  return (JSON.stringify(yaml.value) ?? '') + (isHalfRead(yaml) ? yaml.text : '');
});

/** Gathers the declarations of all files. Takes what it can from files that are half right. */
export function gatherProject(files: readonly ConfigFile[], library: SchemaLibrary): Project {
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
    slots: slots as SlotConfig,
    shells,
    halfRead: halfReadOf(files.filter(({ kind }) => kind === 'api' || kind === 'ads' || kind === 'site')),
  };
}

function isCall(value: Json, library: SchemaLibrary): value is CallConfig {
  return isCallIn(library)(value);
}

/** Each declaration is judged once. */
const isCallIn = memo((library: SchemaLibrary) =>
  memo((value: Json): boolean => {
    const schema = asObject(asObject(library.config.get('call'))['additionalProperties']);
    return validatorOf(library).errors(schema, value).length === 0;
  }),
);
