import type { Calls } from '#generated/calls.ts';
import { pageLink } from '../../../../kernel/pages/page-link.ts';
import { quantileOf } from '../../../../kernel/processes/figures.ts';
import { type Alarm, alarmsOf, isAlive } from './alarms.ts';
import type { Facts } from './facts.ts';

type State = Calls['ops-system.state']['data'];

const BOOKS = pageLink('ops_books');

const megabytes = (bytes: number): string =>
  bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

const milliseconds = (seconds: number): string => `${Math.round(seconds * 1000)} 毫秒`;

/** A moment that may not have been yet. */
const moment = <Name extends string>(name: Name, seconds: number | null) =>
  (seconds === null ? {} : { [name]: seconds }) as { [key in Name]?: number };

/** What the page 运维 shows. */
export function describeSystem(facts: Facts, now: number): State {
  const alarms = alarmsOf(facts, now);
  const { database, proof, backups } = facts;
  return {
    summary: summaryOf(facts, alarms, now),
    alarms,
    processes: facts.processes.map((one) => processOf(one, now)),
    database: {
      version: database.version,
      answer: `${database.milliseconds} 毫秒`,
      size: megabytes(database.bytes),
      sessions: `${database.sessions}，最多 ${database.most}`,
      longest: `${database.longest} 秒`,
      standbys: standbysText(facts),
    },
    jobs: facts.jobs.map((job) => jobOf(job, now)),
    backups: backups.map(backupOf),
    proof: {
      ...moment('at', proof?.ended_at ?? null),
      result: resultOf(proof),
      breaches: proof?.breaches ?? [],
    },
  };
}

function resultOf(proof: Facts['proof']): string {
  if (!proof) return '还没有核对过';
  return proof.breaches.length === 0 ? '相符' : `${proof.breaches.length} 处不符`;
}

function summaryOf(
  { processes, tasks, proof }: Facts,
  alarms: readonly Alarm[],
  now: number,
): State['summary'] {
  const live = processes.filter((one) => isAlive(one, now));
  const rate = live.reduce(
    (sum, { figures: { requests, seconds } }) => sum + (seconds > 0 ? requests / seconds : 0),
    0,
  );
  const streams = live.reduce((sum, { figures }) => sum + figures.streams, 0);
  const tone = (isLate: boolean) => (isLate ? ('late' as const) : ('plain' as const));
  return [
    {
      label: '告警',
      value: alarms.length,
      note: alarms[0]?.title ?? '一切正常',
      to: '',
      tone: tone(alarms.length > 0),
    },
    {
      label: '进程',
      value: live.length,
      note: `共 ${processes.length} 个有记录`,
      to: '',
      tone: tone(live.length < 1),
    },
    { label: '每秒请求', value: Math.round(rate * 10) / 10, note: '近 5 分钟', to: '', tone: 'plain' },
    { label: '实时连接', value: streams, note: '打开着等变化的页面', to: '', tone: 'plain' },
    { label: '任务在等', value: tasks.waiting, note: `${tasks.running} 个在做`, to: '', tone: 'plain' },
    {
      label: '账目不符',
      value: proof?.breaches.length ?? 0,
      note: resultOf(proof),
      to: BOOKS(),
      tone: tone((proof?.breaches.length ?? 0) > 0),
    },
  ];
}

function processOf(process: Facts['processes'][number], now: number): State['processes'][number] {
  const { host, pid, started_at, seen_at, figures } = process;
  const { requests, faults, refused, memory, lag, pool, streams } = figures;
  return {
    name: `${host} · ${pid}`,
    state: isAlive(process, now) ? '在线' : '没有消息',
    started_at,
    seen_at,
    requests,
    faults: `${faults} / ${refused}`,
    slowest: milliseconds(quantileOf(figures.buckets, 0.95)),
    memory: megabytes(memory),
    lag: milliseconds(lag),
    pool: `${pool.total - pool.idle} / ${pool.total}${pool.waiting > 0 ? `，${pool.waiting} 个在等` : ''}`,
    streams,
    edition: figures.edition,
  };
}

function standbysText({ standbys }: Facts): string {
  if (standbys.length === 0) return '没有';
  return standbys
    .map(({ name, mode, behind }) => {
      const how = mode === 'sync' || mode === 'quorum' ? '同步' : '异步';
      return `${name}（${how}${behind === null ? '' : `，落后 ${megabytes(behind)}`}）`;
    })
    .join('、');
}

function jobOf(job: Facts['jobs'][number], now: number): State['jobs'][number] {
  const { name, due_at, lease_until, started_at, succeeded_at, failures, last_error } = job;
  const state = failures > 0 ? '失败' : '正常';
  return {
    name,
    state: lease_until > now ? '进行中' : state,
    ...moment('last', succeeded_at),
    started_at,
    ...moment('next', due_at > 0 ? due_at : null),
    failures,
    error: last_error,
  };
}

function backupOf({
  file,
  started_at,
  ended_at,
  row_count,
  upload_count,
  bytes,
  fault,
}: Facts['backups'][number]) {
  return {
    file,
    at: ended_at,
    took: `${Math.max(ended_at - started_at, 0)} 秒`,
    size: fault === '' ? `${row_count} 行，${upload_count} 个文件，${megabytes(bytes)}` : '',
    state: fault === '' ? '已核对' : '没有写成',
    fault,
  };
}
