import { type ReactNode, useMemo } from 'react';
import { callSchemas } from '#engine/compiler/references/call-schemas.ts';
import { parseYaml } from '#engine/compiler/source/parse-yaml.ts';
import type { Pointer } from '#engine/compiler/source/pointer.ts';
import type { Change } from '../../text/change.ts';
import type { Refused } from '../editing.ts';
import { type Shop, withoutMark } from '../shop-model.ts';
import { FormContext, type Offer } from './form-context.ts';
import { formSettings } from './form-settings.ts';
import { useFormEdits } from './use-form-edits.ts';

interface StudioFormProps {
  shop: Shop;
  file: string;
  references: readonly Offer[];
  change: (file: string, change: Change) => Promise<Refused | undefined>;
  /** The fields, from the values of the file. */
  children: (root: unknown) => ReactNode;
}

const PARTS = ['params', 'query', 'body'] as const;

/** A form over a file of the shop. What is typed is checked, and saved into the file as soon as it is whole. */
export function StudioForm({ shop, file, references, change, children }: StudioFormProps) {
  const text = shop.texts.get(file) ?? '';
  const { value } = useMemo(() => parseYaml(withoutMark(text)), [text]);
  const { root, ...edits } = useFormEdits(value, (one) => change(file, one));
  const { calls } = shop.project;
  return (
    <FormContext
      value={{
        ...formSettings(shop),
        isRuntime: false,
        references,
        itemReferences: () => [],
        argumentsOf(call, name) {
          const config = calls.get(call)?.config;
          const part = PARTS.find((one) => one === name);
          const schema = config && part && callSchemas(config)[part];
          return schema && Object.keys(schema['properties'] ?? {}).length > 0 ? schema : undefined;
        },
        errorAt: edits.errorAt,
        isUnwritten: edits.isUnwritten,
        edit: (at: Pointer, next: unknown) => void edits.edit(at, next),
        move: (list: Pointer, from: number, to: number) => void edits.move(list, from, to),
      }}
    >
      {children(root)}
    </FormContext>
  );
}
