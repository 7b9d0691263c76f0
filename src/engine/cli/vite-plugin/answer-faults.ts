import { gatherProject } from '#engine/compiler/project/project.ts';
import { callSchemas } from '#engine/compiler/references/call-schemas.ts';
import { fileKind } from '#engine/compiler/schema/file-kind.ts';
import { readSchemas } from '#engine/compiler/schema/library.ts';
import { YamlFile } from '#engine/compiler/source/yaml-file.ts';
import { validatorOf } from '#engine/compiler/validate/validator.ts';
import type { Project } from './project.ts';

/** Where an answer is not what its call declares. */
export interface AnswerFault {
  call: string;
  /** File and line of the declaration. */
  declared: { file: string; line: number };
  /** JSON Pointer into the data. */
  pointer: string;
  /** As ajv says it. */
  message: string;
  /** What stands there. */
  found: unknown;
}

/** Receives what is wrong with the last answer of a call; nothing when it is as declared. */
type Listener = (call: string, faults: readonly AnswerFault[]) => void;

/**
 * While a shop is made: holds the answers of somebody else's API against what its calls declare. Those of the reference
 * API are checked where they are made.
 */
export interface AnswerInspector {
  inspect: (call: string, data: unknown) => void;
  listen: (listener: Listener) => void;
}

/** Faults that are reported of one answer. */
const MOST = 5;

/** Further fields than declared are nobody's business. */
const IGNORED: ReadonlySet<string> = new Set(['additionalProperties', 'unevaluatedProperties']);

/** What the files of a project declare. */
function declarationsOf(files: ReadonlyMap<string, string>) {
  const configs = [...files].flatMap(([path, text]) => {
    const kind = fileKind(path);
    return kind === 'api' || kind === 'site' ? [{ kind, yaml: new YamlFile(path, text) }] : [];
  });
  return gatherProject(configs, readSchemas(files));
}

export function createAnswerInspector(project: Pick<Project, 'current' | 'files'>): AnswerInspector {
  const listeners: Listener[] = [];
  const declared = new WeakMap<ReadonlyMap<string, string>, ReturnType<typeof declarationsOf>>();

  return {
    listen: (listener) => void listeners.push(listener),
    inspect(call, data) {
      const registry = project.current();
      const files = project.files();
      if (listeners.length === 0 || files === null || !registry || registry.site.api.base === '') return;
      const declarations = declared.get(files) ?? declarationsOf(files);
      declared.set(files, declarations);
      const config = declarations.calls.get(call)?.config;
      const contract = registry.contracts[call];
      if (config?.response === undefined || !contract) return;
      const faults = validatorOf(declarations.library)
        .errors(callSchemas(config).answer, data)
        .filter(({ keyword }) => !IGNORED.has(keyword))
        .slice(0, MOST)
        .map(
          ({ instancePath, message = '', data: found }): AnswerFault => ({
            call,
            declared: contract.source,
            pointer: instancePath,
            message,
            found,
          }),
        );
      for (const listener of listeners) listener(call, faults);
    },
  };
}
