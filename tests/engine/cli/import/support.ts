import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readTree } from '#engine/cli/files.ts';
import { type ImportInput, importDocument, LOCK_FILE } from '#engine/cli/import/import-document.ts';
import type { Report } from '#engine/cli/import/report/report.ts';
import { createCompiler } from '#engine/compiler/compile.ts';
import type { CallConfig } from '#engine/generated/schemas.ts';

type Json = Record<string, unknown>;

const SCHEMAS = await readTree('schemas/engine', ['.json']);

/** One compiler for all shops of a test file: it reads the engine's schemas once. */
const compile = createCompiler();

/** The smallest shop: a site and a page. */
const SHOP = {
  'config/site.yaml': '# The shop\ntitle: 试店   # its name\nchecks: { unused-call: off }\n',
  'config/pages/home.yaml': 'name: index\npath: /\ntitle: 首页\nblocks: [{ block: text, text: 欢迎 }]\n',
};

/** A document of this folder. */
export const documentFile = (name: string): string =>
  readFileSync(new URL(`documents/${name}`, import.meta.url), 'utf8');

/** A shop in memory, into which documents are imported one after another. */
export class Shop {
  readonly files: Map<string, string>;

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.files = new Map([...SCHEMAS, ...Object.entries({ ...SHOP, ...files })]);
  }

  /** Imports a document, and holds the config that comes of it against the compiler. */
  import(document: string | Json, options: Partial<ImportInput> = {}): Report {
    const text = typeof document === 'string' ? document : JSON.stringify(document);
    const lock = this.files.get(LOCK_FILE);
    const files = new Map([...this.files].filter(([path]) => path !== LOCK_FILE));
    const { report, changes } = importDocument({
      from: 'api.yaml',
      id: 'api.yaml',
      entityFolder: 'schemas/entities',
      editorFolder: 'generated/editor',
      only: [],
      writesSite: true,
      isDry: false,
      compile,
      ...options,
      text,
      lock,
      files,
    });
    for (const [path, content] of changes) {
      if (content === null) this.files.delete(path);
      else this.files.set(path, content);
    }
    return report;
  }

  /** Errors of the config, as code and message. */
  errors(): string[] {
    const files = new Map([...this.files].filter(([path]) => path !== LOCK_FILE));
    const found = compile(files).offenses.filter(({ severity }) => severity === 'error');
    return found.map(({ code, file, line, message }) => `${code} ${file}:${line} ${message.en}`);
  }

  read(path: string): string {
    return this.files.get(path) ?? '';
  }

  site(): Json {
    return parse(this.read('config/site.yaml')) as Json;
  }

  call(name: string): CallConfig | undefined {
    for (const [path, text] of this.files) {
      const calls = path.startsWith('config/api/') && path.endsWith('.yaml') ? (parse(text) as Json) : {};
      if (Object.hasOwn(calls, name)) return calls[name] as CallConfig;
    }
    return undefined;
  }

  entity(name: string): Json | undefined {
    const text = this.files.get(`schemas/entities/${name}.schema.json`);
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  }

  entities(): string[] {
    const names = [...this.files.keys()].map(
      (path) => /^schemas\/entities\/(.+)\.schema\.json$/.exec(path)?.[1],
    );
    return names.filter((name) => name !== undefined);
  }
}

/** A small document: these paths, and these schemas as its components. */
export const api = (paths: Json, schemas: Json = {}, more: Json = {}): Json => ({
  openapi: '3.1.0',
  info: { title: 'Small', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths,
  components: { schemas },
  ...more,
});

/** An operation that answers with values of a schema. */
export const answers = (schema: Json, more: Json = {}): Json => ({
  responses: { '200': { description: 'OK', content: { 'application/json': { schema } } } },
  ...more,
});

/** What is lost, as code and place. */
export const lossesIn = ({ losses }: Report): string[] =>
  losses.map(({ code, pointer }) => `${code} ${pointer}`);
