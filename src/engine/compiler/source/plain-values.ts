import { type CST, Parser } from 'yaml';
import type { Range } from './text-position.ts';
import { childrenOf } from './tokens.ts';

/** A value that is written without quotes, and the comment that ends its line. */
export interface PlainValue {
  /** '' where nothing stands before the comment. */
  text: string;
  range: Range;
  /** With its `#`. */
  comment: { text: string; range: Range } | undefined;
}

/**
 * The values that are written without quotes, from the parser's tokens. Parses the file once more: callers first test
 * whether its text may hold what they search.
 */
export function* plainValues(text: string): Generator<PlainValue> {
  const stack: CST.Token[] = [...new Parser().parse(text)];
  for (let token = stack.pop(); token !== undefined; token = stack.pop()) {
    stack.push(...childrenOf(token));
    if (token.type === 'scalar') {
      yield { text: token.source, range: rangeOf(token), comment: commentIn(token.end ?? []) };
    }
    if (token.type !== 'block-map') continue;
    for (const { sep = [], value } of token.items) {
      const comment = value ? undefined : commentIn(sep);
      if (comment)
        yield { text: '', range: { start: comment.range.start, end: comment.range.start }, comment };
    }
  }
}

const rangeOf = ({ offset, source }: CST.SourceToken | CST.FlowScalar): Range => ({
  start: offset,
  end: offset + source.length,
});

/** The comment on the same line, among the tokens that follow a value or a colon. */
function commentIn(tokens: readonly CST.SourceToken[]): PlainValue['comment'] {
  for (const token of tokens) {
    if (token.type === 'newline') return undefined;
    if (token.type === 'comment') return { text: token.source, range: rangeOf(token) };
  }
  return undefined;
}
