import { parseDocument as parseYaml } from 'yaml';
import { asObject, isObject } from '#engine/compiler/json.ts';
import { TextPositions } from '#engine/compiler/source/text-position.ts';
import { CommandError } from '../../arguments.ts';

/** How often aliases may repeat what they name; what they make together is bounded when it is read. */
const ALIASES = 10_000;

/** JSON or YAML -> its value. Throws a `CommandError` that says where the text is broken. */
export function parseText(text: string, from: string): unknown {
  const plain = text.replace(/^\uFEFF/, '').trimStart();
  if (plain.startsWith('<'))
    throw new CommandError(
      `${from} 是 HTML 或 XML，不是 OpenAPI 文档：要的是 JSON 或 YAML 的网址，不是看文档的页面 / is HTML or XML, no OpenAPI document: give the address of the JSON or YAML, not of the page that shows it`,
    );
  if (plain.startsWith('{')) return parseJson(text.replace(/^\uFEFF/, ''), from);
  try {
    const document = parseYaml(text, { merge: true, prettyErrors: true });
    const [error] = document.errors;
    if (error !== undefined) throw new Error(error.message.split('\n')[0]);
    return document.toJS({ maxAliasCount: ALIASES });
  } catch (error) {
    throw broken(from, 'YAML', error instanceof Error ? error.message : String(error));
  }
}

const broken = (from: string, format: string, detail: string) =>
  new CommandError(`${from} 不是完整的 ${format} / is broken ${format}: ${detail}`);

function parseJson(text: string, from: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const offset = /at position (\d+)/.exec(message)?.[1];
    const { line, column } = new TextPositions(text).at(offset === undefined ? text.length : Number(offset));
    throw broken(from, 'JSON', `${line}:${column} ${message.replace(/ \(line .*$/, '')}`);
  }
}

const HOW_TO_CONVERT = 'npx swagger2openapi, https://converter.swagger.io';

/** The value of a document that is OpenAPI 3. Throws a `CommandError` for any other. */
export function checkVersion(value: unknown, from: string): Record<string, unknown> {
  const { swagger, openapi } = asObject(value) as Record<string, string | number | undefined>;
  if (!isObject(value) || (swagger === undefined && openapi === undefined))
    throw new CommandError(
      `${from} 不是 OpenAPI 文档：最外层没有 openapi / is no OpenAPI document: it has no openapi at its top`,
    );
  if (swagger !== undefined)
    throw new CommandError(
      `${from} 是 Swagger ${swagger}，请先转换成 OpenAPI 3 / is Swagger ${swagger}; convert it to OpenAPI 3 first (${HOW_TO_CONVERT})`,
    );
  if (!/^3\.\d/.test(String(openapi)))
    throw new CommandError(
      `${from} 是 OpenAPI ${String(openapi)}，这里读 3.0 与 3.1 / is OpenAPI ${String(openapi)}; 3.0 and 3.1 are read here`,
    );
  return value;
}
