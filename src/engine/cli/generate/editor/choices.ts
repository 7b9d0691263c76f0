import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { Word } from './words.ts';

/** One of these names and nothing else. Each is an alternative of its own, so that hovering a value explains that value. */
export function oneOfWords(words: readonly Word[]): JsonSchema {
  if (words.length === 0) return { type: 'string' };
  return {
    anyOf: words.map(({ value, title, description }) => ({
      const: value,
      markdownDescription: title === undefined ? description : `**${title}**\n\n${description}`,
    })),
  };
}

/** Any text that `shape` allows, with these names offered after a place's own values. */
export function offered(words: readonly Word[], shape: JsonSchema): JsonSchema {
  return {
    ...shape,
    defaultSnippets: words.map(({ value, description }) => ({
      label: value,
      /* The server reads it as a snippet, where `$` and `}` have a meaning. */
      bodyText: value.replaceAll(/[$}\\]/g, '\\$&'),
      sortText: `~${value}`,
      markdownDescription: description,
    })),
  };
}
