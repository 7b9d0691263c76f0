import type { Schedule } from '#engine/generated/schemas.ts';
import type { Json } from '../json.ts';
import type { PathText } from '../path-text.ts';
import { type Parsed, parseReferences } from '../reference.ts';
import type { Scope } from '../references/resolve.ts';
import type { JsonSchema } from '../schema/field.ts';
import type { Pointer } from '../source/pointer.ts';

export interface IdentifiedBlock {
  type: string;
  /** Of the block. */
  pointer: Pointer;
}

/** A page or a part of the shell: the owner of data and blocks. */
export interface OwnerNode {
  kind: 'page' | 'shell';
  value: Json;
  pointer: Pointer;
  scope: Scope;
  /** The role that it requires; undefined in the shell, which surrounds pages of every role. */
  access: string | undefined;
  parent: OwnerNode | undefined;
  /** Its blocks that have an id, by that id. */
  ids: ReadonlyMap<string, IdentifiedBlock>;
  /** Its own schedule and those around it, outermost first. */
  schedules: readonly ScheduleNode[];
}

interface DataNode {
  name: string;
  value: Json;
  pointer: Pointer;
  owner: OwnerNode;
}

export interface BlockNode {
  type: string;
  value: Json;
  pointer: Pointer;
  owner: OwnerNode;
  parent: BlockNode | undefined;
  /** undefined when there is no such type. */
  schema: JsonSchema | undefined;
  scope: Scope;
  schedules: readonly ScheduleNode[];
}

interface ActionNode {
  value: Json;
  pointer: Pointer;
  block: BlockNode;
  scope: Scope;
}

/** The use of a string, which determines how references in it are checked. */
type TextUse =
  /** A block's prop. */
  | 'prop'
  /** A parameter, query value or body field of a call: text is allowed for a number, null is not sent. */
  | 'argument'
  /** Part of a condition. */
  | 'condition'
  /** A path or URL that an action goes to. */
  | 'link'
  /** A message. */
  | 'message';

/** A string that may hold references or be a link. */
export interface TextNode {
  text: string;
  pointer: Pointer;
  use: TextUse;
  /** The expected schema, as far as it is known. */
  expected: JsonSchema;
  scope: Scope;
  owner: OwnerNode | undefined;
  /** The block whose prop, condition or action it belongs to. */
  block: BlockNode | undefined;
  /** Set for the address that a page redirects to while it is closed. */
  closed?: { side: ClosedSide; schedule: Schedule; outer: readonly ScheduleNode[] };
  /** Set for a field of a mapping, whose paths stand in `text` as references to `$item`. */
  mapped?: MappedText;
}

/** A text of a mapping as it is written. */
interface MappedText extends Pick<PathText, 'references' | 'faults'> {
  /** Without a value the field is left out. */
  optional: boolean;
}

/** The references of a text, as they are written. */
export const referencesIn = ({ text, mapped }: TextNode): Parsed =>
  mapped?.references ?? parseReferences(text);

/** A mapping that is the value of a prop. */
interface MappingNode {
  value: Json;
  pointer: Pointer;
}

/** The two times at which a page with a schedule is closed. */
export type ClosedSide = 'before' | 'after';

export interface ScheduleNode {
  value: Schedule;
  pointer: Pointer;
}

interface ScheduledNode {
  own: ScheduleNode;
  /** Schedules around it, outermost first. */
  outer: readonly ScheduleNode[];
}

/** A use of a name that must be declared elsewhere. */
export interface NameNode {
  kind: 'call' | 'block' | 'slot' | 'shell' | 'entity' | 'role';
  name: string;
  pointer: Pointer;
}

/** A comparison in a condition: `gt: [$data.products.total, 0]`. */
interface ComparisonNode {
  operator: string;
  operands: readonly unknown[];
  pointer: Pointer;
  scope: Scope;
}

/** A call where it is declared. */
interface CallNode {
  name: string;
  value: Json;
  pointer: Pointer;
}

/** The callbacks of a check while a file is walked. */
export interface Visitor {
  owner?(node: OwnerNode): void;
  data?(node: DataNode): void;
  block?(node: BlockNode): void;
  action?(node: ActionNode): void;
  text?(node: TextNode): void;
  mapping?(node: MappingNode): void;
  comparison?(node: ComparisonNode): void;
  schedule?(node: ScheduledNode): void;
  name?(node: NameNode): void;
  call?(node: CallNode): void;
}
