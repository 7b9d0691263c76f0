import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { writeRecordedBackup } from './kernel/backup/recorded.ts';
import { openStore } from './kernel/db/open.ts';
import { isStartFault } from './main.ts';
import { optionsFromEnvironment } from './process/options.ts';
import { uploadsOf } from './process/outside.ts';

const USAGE = `npm run backup -- <file>
  把数据库和上传的文件写成一个备份，商店照常营业（内嵌数据库要先停下商店） / writes the database and the uploads while the shop
  goes on (the embedded database serves one process: stop the shop first). Restore: npm run restore -- <file>
  退出码 / exit code: 0 已写好并核对过 written and verified，1 没有写成 not written，2 命令写错 the command is wrong，
  3 已写好，但有上传的文件在存储里丢失或损坏 written, but the storage has lost or damaged files`;

/** `npm run backup`: the database and the uploads of the environment as one archive, verified when it is made. */
async function main([file, ...rest]: readonly string[]): Promise<number> {
  if (file === undefined || file.startsWith('-') || rest.length > 0) {
    console.error(USAGE);
    return 2;
  }
  const options = optionsFromEnvironment(process.env);
  const { databaseUrl, dataDir } = options;
  const folder = resolve(dataDir);
  if (!databaseUrl && !existsSync(folder)) {
    console.error(`${folder} 没有数据库 / has no database`);
    return 2;
  }
  const store = await openStore(databaseUrl ? { url: databaseUrl, connections: 1 } : { folder });
  try {
    const now = () => Math.floor(Date.now() / 1000);
    const {
      tables,
      uploads,
      lost = [],
    } = await writeRecordedBackup(store.db, uploadsOf(options), { file, now });
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    console.log(
      `${file}: ${Object.keys(tables).length} 张表 ${rows} 行,${uploads} 个文件,已核对 / ${rows} rows, ${uploads} files, verified`,
    );
    for (const id of lost) console.error(`存储里丢失或损坏 / lost or damaged in the storage: ${id}`);
    return lost.length === 0 ? 0 : 3;
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
