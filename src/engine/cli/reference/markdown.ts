import { textOf } from '#engine/compiler/json.ts';
import type { SchemaLibrary } from '#engine/compiler/schema/library.ts';
import { type Construct, constructId, constructsOf, type PropertyRow } from './constructs.ts';
import { defaultText, exampleYaml } from './texts.ts';
import { typeText } from './type-text.ts';

const INTRODUCTION = `<!-- Written by \`npm run generate\` from schemas/engine/config. Do not edit. -->

# The config language

Every key that a config may hold, with its type and what stands there when it is left out. Blocks have props of their
own: \`storewright catalogue\` shows those of your shop, with this reference in the shop's language.

\`<name>\` stands for a name that you choose, \`[]\` for every entry of a list.`;

/** The anchor that Markdown readers give a heading. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-');

/** A cell of a table, on one line. */
const cell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;');

function tableOf(rows: readonly PropertyRow[], nameOf: (ref: string) => string): string {
  const lines = rows.map(({ path, isRequired, schema, text }) => {
    const type = cell(typeText(schema, { lang: 'en', nameOf }));
    const unit = textOf(schema['unit']);
    const fallback = defaultText(schema['default']);
    const cells = [
      `\`${path}\`${isRequired ? ' *' : ''}`,
      unit === '' ? type : `${type}, ${unit}`,
      fallback === '' ? '' : `\`${cell(fallback)}\``,
      cell(text),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return ['| key (* required) | type | default | meaning |', '|---|---|---|---|', ...lines].join('\n');
}

function sectionOf(construct: Construct, nameOf: (ref: string) => string): string {
  const { title, text, schema, groups, examples } = construct;
  const parts = [`## ${title}`, text];
  if (groups.length === 0) parts.push(`Type: ${typeText(schema, { lang: 'en', nameOf })}.`);
  for (const group of groups) {
    if (group.title !== '') parts.push(`**${group.title}**`);
    parts.push(tableOf(group.rows, nameOf));
  }
  for (const example of examples) parts.push(`\`\`\`yaml\n${exampleYaml(example)}\n\`\`\``);
  return parts.join('\n\n');
}

/** The reference of the config language as a page of Markdown, in the language that the library was read in. */
export function languageMarkdown(library: SchemaLibrary): string {
  const constructs = constructsOf(library);
  const titles = new Map(constructs.map(({ id, title }) => [id, title]));
  const nameOf = (ref: string): string => {
    const title = titles.get(constructId(ref) ?? '');
    return title === undefined ? ref : `[${title}](#${anchorOf(title)})`;
  };
  const contents = constructs.map(({ title }) => `- [${title}](#${anchorOf(title)})`).join('\n');
  return `${[INTRODUCTION, contents, ...constructs.map((one) => sectionOf(one, nameOf))].join('\n\n')}\n`;
}
