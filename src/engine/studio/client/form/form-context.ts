import { type ComponentType, createContext, use } from 'react';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { SchemaLibrary } from '#engine/compiler/schema/library.ts';
import type { Pointer } from '#engine/compiler/source/pointer.ts';
import type { DayWords } from '#engine/ui/date-field/date-field.tsx';

/** Something that may be chosen for a field. */
export interface Offer {
  value: string;
  /** What it is, or is now. */
  label: string;
}

/** A value that a form edits. */
export interface ValueFieldProps {
  label: string;
  schema: JsonSchema;
  /** Its place in the file. */
  at: Pointer;
  /** Undefined where nothing is written, and the default applies. */
  value: unknown;
  required?: boolean;
  /** The label is read aloud but not shown. */
  hideLabel?: boolean;
  /** Shown when it is asked for, as one of many. */
  isFolded?: boolean;
}

/** The field of any value: given to those that hold values. */
export type ValueComponent = ComponentType<ValueFieldProps>;

/** What the fields of a form share. */
export interface FormContextValue {
  library: SchemaLibrary;
  /** The values are resolved while the page runs, so that references may stand in them. */
  isRuntime: boolean;
  /** What a field of a `format` may name. */
  offers: (format: string) => readonly Offer[];
  /** The references that are in scope, with their values of now. */
  references: readonly Offer[];
  /** Those of one item of a list prop, for a value that is evaluated for each. */
  itemReferences: (list: string) => readonly Offer[];
  /** What a call takes in one of its parts. */
  argumentsOf: (call: string, part: string) => JsonSchema | undefined;
  words: DayWords;
  timeZone: string;
  /** What is wrong at a place, in words. */
  errorAt: (at: Pointer) => string | undefined;
  /** Is the value at a place not in the file yet, as something in it is missing or refused? */
  isUnwritten: (at: Pointer) => boolean;
  /** Puts a value in its place; `undefined` takes it away. */
  edit: (at: Pointer, next: unknown) => void;
  move: (list: Pointer, from: number, to: number) => void;
}

export const FormContext = createContext<FormContextValue | undefined>(undefined);

/** What the fields of the form around share. Throws outside of one. */
export function useFormContext(): FormContextValue {
  const context = use(FormContext);
  if (context === undefined) throw new Error('a field of the studio stands in a form');
  return context;
}
