import { describe, expect, it } from 'vitest';
import { createCompiler } from '#engine/compiler/compile.ts';
import type { BlockSchemaFile } from './block-schemas.ts';

type Json = Record<string, unknown>;

const PAGE = 'config/pages/sample.yaml';

interface Event {
  required?: true;
  requiredWhen?: Json;
}
interface BlockSchema {
  events?: Record<string, Event>;
  examples: Json[];
}

/** Each event of these types that the check asks for, be it under a condition. */
const markedIn = (blocks: readonly BlockSchemaFile[]) =>
  blocks.flatMap(({ type, schema }) =>
    Object.entries((schema as BlockSchema).events ?? {}).flatMap(([event, { required, requiredWhen }]) =>
      required || requiredWhen ? [{ type, event, schema: schema as BlockSchema }] : [],
    ),
  );

/** Actions for every other event that the block has. */
const others = ({ events = {} }: BlockSchema, event: string) =>
  Object.fromEntries(
    Object.keys(events)
      .filter((name) => name !== event)
      .map((name) => [name, [{ toast: '好' }]]),
  );

/**
 * Tests, for these block types, that the check asks for the events whose control is on the page.
 * @param files a shop without offenses, which has the types
 * @param showing `<type> <event>` -> what would show the control, where no example of the schema does
 */
export function testRequiredEvents(
  blocks: readonly BlockSchemaFile[],
  files: ReadonlyMap<string, string>,
  showing: Readonly<Record<string, Json>>,
): void {
  const compile = createCompiler();

  /** The events of this block for which the check asks, as it names them. */
  function unhandledEvents(type: string, block: Json): string[] {
    const page = `name: sample\npath: /sample\nblocks: [${JSON.stringify({ block: type, ...block })}]\n`;
    const { offenses } = compile(new Map(files).set(PAGE, page));
    return offenses.flatMap(({ code, file, message }) =>
      code === 'event-unhandled' && file === PAGE ? [/ for (\w+):/.exec(message.en)?.[1] ?? ''] : [],
    );
  }

  describe('an event whose control is on the page', () => {
    it.each(markedIn(blocks))('must have actions: $type $event', ({ type, event, schema }) => {
      const on = others(schema, event);
      const examples = schema.examples.map((example) => ({ ...example, ...showing[`${type} ${event}`], on }));
      expect(examples.map((example) => unhandledEvents(type, example))).toContainEqual([event]);
      for (const example of examples)
        expect(unhandledEvents(type, { ...example, on: { ...on, [event]: [{ toast: '好' }] } })).toEqual([]);
    });
  });
}
