/* What a shop's own block types are made with. */
export {
  type BlockComponentProps,
  type BlockDefinition,
  defineBlock,
  type SlotBlockProps,
} from './define-block.ts';
export { useFormats } from './use-formats.ts';
