// Connects the modules' ports.
import './modules/index.ts';
import { resolve } from 'node:path';
import { restoreBackup } from './kernel/backup/restore.ts';
import { openStore } from './kernel/db/open.ts';
import { isStartFault } from './main.ts';
import { checkBooks } from './modules/ledger/index.ts';
import { optionsFromEnvironment } from './process/options.ts';
import { uploadsOf } from './process/outside.ts';

const USAGE = `npm run restore -- <file>
  把 npm run backup 写的备份恢复到空的数据库和空的文件夹（DATABASE_URL 或 DATA_DIR），再核对账目 / restores a backup into an empty
  database and storage, and proves the books
  退出码 / exit code: 0 已恢复且账目相符 restored, the books agree，1 没有恢复或账目不符 not restored or not agreeing，2 命令写错 the command is wrong`;

/** `npm run restore`: a backup into an empty place, with the books proved. */
async function main([file, ...rest]: readonly string[]): Promise<number> {
  if (file === undefined || file.startsWith('-') || rest.length > 0) {
    console.error(USAGE);
    return 2;
  }
  const options = optionsFromEnvironment(process.env);
  const { databaseUrl, dataDir } = options;
  const store = await openStore(databaseUrl ? { url: databaseUrl } : { folder: resolve(dataDir) });
  try {
    const { at, tables, uploads } = await restoreBackup(store.db, uploadsOf(options), file);
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    const moment = new Date(at * 1000).toISOString();
    console.log(
      `${moment} 的备份已恢复:${rows} 行,${uploads} 个文件 / restored: ${rows} rows, ${uploads} files`,
    );
    const { breaches } = await checkBooks(store.db);
    for (const breach of breaches) console.error(breach);
    console.log(
      breaches.length === 0 ? '账目相符 / the books agree' : `${breaches.length} 处不符 / breaches`,
    );
    return breaches.length === 0 ? 0 : 1;
  } finally {
    await store.close();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (fault) {
  if (!isStartFault(fault)) throw fault;
  console.error(fault.message);
  process.exitCode = 1;
}
