import type { ErrorObject } from 'ajv';
import { BLOCK_KEYS, propsOf } from '../emit/block.ts';
import type { JsonSchema } from '../emit/field.ts';
import { perItemProps } from '../emit/per-item.ts';
import { asObject, type Json } from '../json.ts';
import { keyMeant } from '../meant.ts';
import { changesOf } from '../migrate/migrations.ts';
import type { SchemaLibrary } from '../project/schema-library.ts';
import { parsePointer } from '../source/pointer.ts';
import { describeAll, misspelt } from '../validate/describe.ts';
import { isLive } from '../validate/live.ts';
import { narrow } from '../validate/narrow.ts';
import { validatorOf } from '../validate/validator.ts';
import type { Check } from './check.ts';

export default {
  meta: {
    code: 'block-props',
    severity: 'error',
    title: { zh: '区块的属性', en: 'Props of a block' },
    description: {
      zh: '属性写错、缺少或类型不对时，区块显示不出来。每种区块的属性见 schemas/blocks。',
      en: 'A block cannot be shown with wrong, missing or ill-typed props. See schemas/blocks.',
    },
    example: {
      bad: `blocks:
  - block: text
    text: 满 500 元包邮
    levl: title
`,
      good: `blocks:
  - block: text
    text: 满 500 元包邮
    level: title
`,
    },
  },
  scope: 'file',
  create({ project, report }) {
    const { library } = project;
    const validator = validatorOf(library);
    return {
      block({ schema, value, pointer, type }) {
        if (schema === undefined) return;
        const props = current(propsOf(value), schema);
        const isMissing = ({ keyword, instancePath }: ErrorObject) =>
          keyword === 'required' && instancePath === '';
        const isOff = (error: ErrorObject) => isMissing(error) && isFilled(error, schema, value);
        const told = validator.errors(schema, props);
        if (told.length === 0) return;
        const isPerItem = perItemTest(schema, library);
        const errors = narrow(told, validator, library).filter(
          (error) => !isLive(error, props) && !isPerItem(error) && !isOff(error),
        );
        for (const { error, finding } of describeAll(errors, pointer, otherKeys(schema, value))) {
          const isBare = isMissing(error) && misspelt(error) === undefined;
          const at = isBare ? { pointer: [...pointer, 'block'] } : finding.at;
          const message = { zh: `${type}：${finding.message.zh}`, en: `${type}: ${finding.message.en}` };
          report({ ...finding, at, message });
        }
      },
    };
  },
} satisfies Check as Check;

/** The props as they are written today: what an older version had is told by block-outdated. */
function current(props: Json, schema: JsonSchema): Json {
  const renewed: Json = {};
  for (const [name, value] of Object.entries(props)) {
    const changes = changesOf(schema, name, value);
    const revalued = changes.find((change) => change.kind === 'value')?.value;
    const renamed = changes.find((change) => change.kind === 'rename')?.name;
    if (!changes.some(({ kind }) => kind === 'drop')) renewed[renamed ?? name] = revalued ?? value;
  }
  return renewed;
}

/** What may stand in a block beside its props, and does not yet. */
function otherKeys(schema: JsonSchema, value: Json): string[] {
  const fits: Record<string, boolean> = {
    slot: schema['slot'] !== undefined,
    on: schema['events'] !== undefined,
    blocks: schema['container'] === true,
  };
  return BLOCK_KEYS.filter((key) => !Object.hasOwn(value, key) && fits[key] !== false);
}

/** A required prop that the engine provides: from the slot (its key may be misspelt), or whether a dialog is open. */
function isFilled(error: ErrorObject, schema: JsonSchema, value: Json): boolean {
  const name = asObject(error.params)['missingProperty'];
  const slot = asObject(schema['slot']);
  if (name === slot['fills'] || name === slot['size']) {
    // Without either it is the slot that was forgotten, which is told once.
    if (name === slot['size'] && !(String(slot['fills']) in value)) return true;
    const known = [...BLOCK_KEYS, ...Object.keys(asObject(schema['properties']))];
    return Object.hasOwn(value, keyMeant(value, 'slot', known));
  }
  return schema['openable'] === true && name === 'open';
}

/** Is an error about a per-item prop, whose value is a condition or a text for each item? */
function perItemTest(schema: JsonSchema, library: SchemaLibrary): (error: ErrorObject) => boolean {
  const paths = perItemProps(schema, library).map(({ path }) => path.join('/'));
  return ({ instancePath }) => {
    const shape = parsePointer(instancePath)
      .map((step) => (/^\d+$/.test(step) ? '*' : step))
      .join('/');
    return paths.some((path) => shape === path || shape.startsWith(`${path}/`));
  };
}
