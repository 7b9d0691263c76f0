import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';

interface Message {
  id?: number;
  method?: string;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
}

export interface Diagnostic {
  range: Range;
  message: string;
  severity: number;
}

interface Position {
  line: number;
  character: number;
}

interface Range {
  start: Position;
  end: Position;
}

export interface Completion {
  label: string;
  insertText?: string;
  documentation?: string | { value: string };
}

export interface LanguageServer {
  /** Opens a text as the file at `path`; what the server marks in it. */
  open(path: string, text: string): Promise<Diagnostic[]>;
  /** What is offered at the mark `‸` of a text that is opened as the file at `path`. */
  completeAt(path: string, marked: string): Promise<Completion[]>;
  /** What is shown over the first occurrence of `word`. */
  hover(path: string, text: string, word: string): Promise<string>;
  stop(): void;
}

/** The real YAML language server, spoken to over its standard streams as an editor does. */
export async function startLanguageServer(): Promise<LanguageServer> {
  const child = spawn('node', ['node_modules/yaml-language-server/bin/yaml-language-server', '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map<number, (message: Message) => void>();
  const diagnosed = new Map<string, (found: Diagnostic[]) => void>();
  let nextId = 1;
  let nextVersion = 1;

  const write = (message: object) => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
    child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    child.stdin.write(body);
  };
  const notify = (method: string, params: object) => write({ method, params });
  function request(method: string, params: object): Promise<unknown> {
    const id = nextId++;
    const answer = new Promise<unknown>((resolve, reject) => {
      waiting.set(id, ({ error, result }) => (error ? reject(new Error(error.message)) : resolve(result)));
    });
    write({ id, method, params });
    return answer;
  }

  function receive(message: Message): void {
    const { id, method, params } = message;
    if (method === undefined) {
      if (id !== undefined) waiting.get(id)?.(message);
    } else if (method === 'textDocument/publishDiagnostics') {
      const { uri, diagnostics } = params as { uri: string; diagnostics: Diagnostic[] };
      diagnosed.get(uri)?.(diagnostics);
    } else if (id !== undefined) {
      /* The server asks for the editor's settings, section by section: ours are its defaults. */
      const { items = [] } = (params ?? {}) as { items?: unknown[] };
      write({ id, result: method === 'workspace/configuration' ? items.map(() => ({})) : null });
    }
  }

  let buffer = Buffer.alloc(0);
  child.stdout.on('data', (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const end = buffer.indexOf('\r\n\r\n');
      const length = Number(
        /Content-Length: (\d+)/.exec(buffer.toString('latin1', 0, Math.max(end, 0)))?.[1],
      );
      if (end === -1 || buffer.length < end + 4 + length) return;
      receive(JSON.parse(buffer.toString('utf8', end + 4, end + 4 + length)) as Message);
      buffer = buffer.subarray(end + 4 + length);
    }
  });

  await request('initialize', {
    processId: process.pid,
    rootUri: pathToFileURL(process.cwd()).href,
    locale: 'zh-cn',
    capabilities: {
      textDocument: {
        completion: { completionItem: { snippetSupport: true, documentationFormat: ['markdown'] } },
        hover: { contentFormat: ['markdown'] },
      },
      workspace: { configuration: true },
    },
  });
  notify('initialized', {});

  const uriOf = (path: string) => pathToFileURL(path).href;
  const opened = new Set<string>();
  function show(path: string, text: string): void {
    const uri = uriOf(path);
    const version = nextVersion++;
    if (opened.has(uri)) {
      notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
    } else {
      opened.add(uri);
      notify('textDocument/didOpen', { textDocument: { uri, languageId: 'yaml', version, text } });
    }
  }

  return {
    open(path, text) {
      const found = new Promise<Diagnostic[]>((resolve) => diagnosed.set(uriOf(path), resolve));
      show(path, text);
      return found;
    },
    async completeAt(path, marked) {
      const before = marked.slice(0, marked.indexOf('‸'));
      show(path, marked.replace('‸', ''));
      const lines = before.split('\n');
      const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
      const answer = await request('textDocument/completion', {
        textDocument: { uri: uriOf(path) },
        position,
      });
      return (answer as { items: Completion[] }).items;
    },
    async hover(path, text, word) {
      show(path, text);
      const lines = text.slice(0, text.indexOf(word) + 1).split('\n');
      const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
      const answer = await request('textDocument/hover', { textDocument: { uri: uriOf(path) }, position });
      return (answer as { contents: { value: string } } | null)?.contents.value ?? '';
    },
    stop: () => child.kill(),
  };
}
