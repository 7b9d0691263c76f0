import { describe, expect, it } from 'vitest';
import { runTool } from '../support/run-tool.ts';

describe('the commands, in front of a whole config', () => {
  it('end in peace when their reader goes away', async () => {
    const { err } = await runTool('check', ['--format', 'json', '--timeline', '--at', '2020-01-01'], {
      closeEarly: true,
    });
    expect(err).toBe('');
  });

  it('say what was meant by a reader that the shop does not know', async () => {
    const { code, err } = await runTool('explain', ['/', '--as', 'visitr']);
    expect(code).toBe(2);
    expect(err).toContain('没有 visitr 这个访问者，是不是想写 visitor？');
  });

  it('say what is wrong with a shop that does not answer', async () => {
    const { code, err } = await runTool('explain', ['/', '--site', 'http://127.0.0.1:9', '--as', 'demo']);
    expect(code).toBe(1);
    expect(err).toContain('没有回应');
    expect(err).not.toMatch(/^ +at /m);
  });
});
