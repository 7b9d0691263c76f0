/** Memoizes a pure function of an object; a result lives as long as its object. */
export function memo<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined || known.has(key)) return before as V;
    const value = make(key);
    known.set(key, value);
    return value;
  };
}
