/** A change of a text: the characters of `[start, end)` become `text`. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

export const applyEdit = (source: string, { start, end, text }: Edit): string =>
  source.slice(0, start) + text + source.slice(end);

/** Offset in the edited text -> offset in the text as it was. */
export const originOf =
  ({ start, end, text }: Edit) =>
  (offset: number): number => {
    if (offset <= start) return offset;
    const after = start + text.length;
    return offset >= after ? offset - after + end : Math.min(offset, end);
  };
