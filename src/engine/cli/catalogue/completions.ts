import type { Completion, CompletionContext, CompletionSource } from '@codemirror/autocomplete';
import { asObject, objectEntries, textOf } from '#engine/compiler/json.ts';
import type { Word } from '../generate/editor/words.ts';
import type { Model } from './model.ts';

const option = ({ value, title, description }: Word): Completion => ({
  label: value,
  ...(title !== undefined && { detail: title }),
  info: description,
});

const keyOption = ([name, schema]: [string, Record<string, unknown>]): Completion => ({
  label: name,
  apply: `${name}: `,
  info: textOf(schema['description']),
  type: 'property',
});

/** Offers what may stand at a place: values after `block:`, `slot:`, `call:`, references after `$`, else keys. */
export function completions({ vocabulary, project }: Model): CompletionSource {
  const { library } = project;
  const types = [...library.blocks].map(([value, schema]) =>
    option({ value, title: textOf(schema['title']), description: textOf(schema['description']) }),
  );
  const values: Record<string, readonly Completion[]> = {
    block: types,
    slot: vocabulary.slots.map(option),
    call: vocabulary.calls.map(option),
  };
  const references = vocabulary.references.map(option);
  const links = vocabulary.links.map(option);
  const pageKeys = objectEntries(asObject(library.config.get('page'))['properties']).map(keyOption);
  const blockKeys = objectEntries(asObject(library.config.get('block'))['properties']).map(keyOption);

  return (context: CompletionContext) => {
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const value = /^\s*(?:- +)?([A-Za-z]+): *['"]?(\S*)$/.exec(before);
    if (value !== null) {
      const [, key = '', typed = ''] = value;
      const from = context.pos - typed.length;
      if (typed.startsWith('$')) return { from, options: references };
      const options = values[key] ?? (typed.startsWith('/') ? links : choices(key, typeAround(context)));
      return options.length === 0 ? null : { from, options };
    }
    const key = /^(\s*(?:- +)?)([A-Za-z]*)$/.exec(before);
    if (key === null || (key[2] === '' && !context.explicit)) return null;
    const type = typeAround(context);
    const from = context.pos - (key[2] ?? '').length;
    if (type === undefined) return { from, options: key[1] === '' ? pageKeys : blockKeys };
    const own = objectEntries(library.blocks.get(type)?.['properties']).map(keyOption);
    return { from, options: [...own, ...blockKeys] };
  };

  function choices(key: string, type: string | undefined): Completion[] {
    const property = asObject(asObject(library.blocks.get(type ?? '')?.['properties'])[key]);
    const { enum: listed } = property;
    if (Array.isArray(listed)) return listed.map((label) => ({ label: String(label) }));
    return property['type'] === 'boolean' ? [{ label: 'true' }, { label: 'false' }] : [];
  }
}

/** The type of the block whose keys stand in this column. */
function typeAround({ state, pos }: CompletionContext): string | undefined {
  const line = state.doc.lineAt(pos);
  const depth = (/^\s*(?:- +)?/.exec(line.text)?.[0] ?? '').length;
  for (let number = line.number; number > 0; number -= 1) {
    const { text } = state.doc.line(number);
    const block = /^(\s*(?:- +)?)block: *([a-z-]+)/.exec(text);
    if (block !== null && (block[1] ?? '').length === depth) return block[2];
    if (number < line.number && text.trim() !== '' && text.search(/\S/) < depth - 2) return undefined;
  }
  return undefined;
}
