export const PREFIX = 'virtual:storewright/';

/** A virtual module of constants. The JSON is parsed at run time: quicker than a literal of this size. */
export const constants = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`)
    .join('\n');
