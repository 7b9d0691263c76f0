/** Memoizes a pure function of an object; a result lives as long as its object. */
export function memo<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { value: V }>();
  return (key) => {
    const entry = known.get(key);
    if (entry !== undefined) return entry.value;
    const value = make(key);
    known.set(key, { value });
    return value;
  };
}
