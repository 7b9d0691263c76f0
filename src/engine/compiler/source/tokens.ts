import type { CST } from 'yaml';

/** The tokens right inside one, in the order in which they are written. */
export function childrenOf(token: CST.Token): CST.Token[] {
  const children: CST.Token[] = [];
  const add = (part: CST.Token | CST.Token[] | null | undefined) => {
    if (Array.isArray(part)) children.push(...part);
    else if (part) children.push(part);
  };
  if (token.type === 'document') {
    add(token.start);
    add(token.value);
  } else if ('items' in token) {
    for (const item of token.items) {
      add(item.start);
      add(item.key);
      add(item.sep);
      add(item.value);
    }
  }
  return children;
}

/** Every token, in no particular order. Walks with its own stack, so that no depth overflows it. */
export function* everyToken(tokens: readonly CST.Token[]): Generator<CST.Token> {
  const stack = [...tokens];
  for (let token = stack.pop(); token !== undefined; token = stack.pop()) {
    yield token;
    for (const child of childrenOf(token)) stack.push(child);
  }
}
