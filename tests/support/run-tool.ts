import { spawn } from 'node:child_process';

export interface ToolRun {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a tool; `closeEarly`: its reader goes away after the first lines, as `head` does. */
export function runTool(
  tool: string,
  args: readonly string[],
  { closeEarly = false } = {},
): Promise<ToolRun> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [`tools/${tool}.ts`, ...args]);
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (closeEarly) child.stdout.destroy();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      err += chunk.toString();
    });
    child.on('close', (code) => resolve({ code, out, err }));
  });
}
