import type { CommitFault, NoBranch } from '../../hand-over.ts';

/** Why there is no branch to compare with. */
export const NO_BRANCH: Record<NoBranch, string> = {
  'no-git': '这台电脑上没有 git，不能提交；下面是打开工作室以来的改动。',
  'no-repository': '配置文件夹不在 git 仓库里，不能提交；下面是打开工作室以来的改动。',
  'no-commit': '这个 git 仓库还没有第一次提交；下面是打开工作室以来的改动。',
};

const FAULTS: Record<Exclude<CommitFault, NoBranch>, string> = {
  detached: '现在没有检出任何分支（detached HEAD）。先在命令行里切到一个分支：git switch <分支>。',
  'no-author': 'git 还不知道你是谁。先设置 git config user.name 与 git config user.email。',
  'branch-name': '这个名字不能作分支名：用字母、数字、- 与 /，不能有空格。',
  'branch-exists': '已经有这个名字的分支了，换一个名字。',
  'no-message': '写一句说明：改了什么。',
  stale: '打开之后这些文件又变了，看过新的改动再提交一次：',
  nothing: '选中的文件与上次提交一样，没有可提交的。',
  git: 'git 不肯：',
};

/** Why there is no commit, with what to do. */
export function sayCommitFault(reason: CommitFault, detail: string): string {
  if (reason in NO_BRANCH) return NO_BRANCH[reason as NoBranch];
  const said = FAULTS[reason as Exclude<CommitFault, NoBranch>];
  return said.endsWith('：') ? said + detail : said;
}
