import type { FileFault, SaveRefusal } from '../protocol.ts';
import type { EditProblem } from '../text/cannot-edit.ts';
import type { Refused } from './editing.ts';

const FILES: Record<FileFault, string> = {
  place: '这个文件不在配置文件夹里，工作室不写它。',
  link: '这个文件是符号链接，或在链接后面，工作室不写它。',
  encoding: '这个文件不是 UTF-8 编码，工作室不写它，免得写坏。请在编辑器里另存为 UTF-8。',
  'read-only': '文件是只读的。去掉只读属性，再改一次。',
  'disk-full': '磁盘满了，没有保存；原来的文件没有动。',
  disk: '文件写不了，没有保存；原来的文件没有动。',
};

const EDITS: Record<EditProblem, string> = {
  syntax: '这个文件有语法错误，请先在编辑器里改好。',
  missing: '文件里已经没有这一处了，请重新选择。',
  'inside-itself': '区块不能移到它自己里面。',
  shared: '这个值写在这里，别处也在用，不能只改这里。',
  broken: '配置里现在有错（见上面红色的说明）。先改好它，再在这里改。',
  form: '这一处的写法工作室改不准，请在编辑器里改。',
};

/** Nothing came back, whether it was done or not. */
export const GONE = '开发服务器没有回答，可能没有保存。看看运行它的终端；它回来以后再改一次。';

/** Why a change was not made, with what to do. */
export function sayRefused(refused: Refused): string {
  if (refused.reason === 'offenses')
    return refused.offenses.map(({ message, hint }) => `${message.zh} ${hint.zh}`).join('\n');
  if (refused.reason === 'edit') return EDITS[refused.problem];
  if (refused.reason === 'file') return FILES[refused.detail];
  if (refused.reason === 'gone') return GONE;
  return '这一处刚被别人改过，已读入新的内容；看过之后再改一次。';
}

/** Why a save was not taken, with what to do. */
export const sayNotSaved = (refusal: SaveRefusal): string =>
  sayRefused(refusal.reason === 'conflict' ? { reason: 'conflict' } : refusal);
