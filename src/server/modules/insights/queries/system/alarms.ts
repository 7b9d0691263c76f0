import { HOUR } from '#shop/domain/calendar.ts';
import { quantileOf } from '../../../../kernel/processes/figures.ts';
import { HEARTBEAT_SECONDS } from '../../../../kernel/processes/heartbeat.ts';
import type { Facts } from './facts.ts';

/** What is wrong now: the name is that of the alarm in the runbook. */
export interface Alarm {
  name: string;
  title: string;
  detail: string;
  action: string;
}

const MINUTE = 60;

/** The bounds of `src/server/README.md`. */
const BOUNDS = {
  faults: 0.1,
  refusing: 1,
  slow: 0.5,
  pool: 5 * MINUTE,
  unproved: 25 * HOUR,
  failures: 2,
  late: 2 * HOUR,
  tasks: 20,
  waiting: 15 * MINUTE,
  backup: 26 * HOUR,
  notices: 5,
} as const;

/** Seconds after which a process that told nothing counts as gone: three messages were missed. */
const SILENCE = 4 * HEARTBEAT_SECONDS;

export const isAlive = ({ seen_at }: { seen_at: number }, now: number): boolean => seen_at >= now - SILENCE;

const minutes = (seconds: number): string =>
  seconds < HOUR ? `${Math.round(seconds / MINUTE)} 分钟` : `${Math.round(seconds / HOUR)} 小时`;

/** When an alarm fires: `details` says of each thing that is wrong what it is; nothing where nothing is. */
interface Rule extends Omit<Alarm, 'detail'> {
  details: (facts: Facts, now: number) => string[];
}

const when = (isWrong: boolean, detail: string): string[] => (isWrong ? [detail] : []);

/** Requests of all processes that live, added up. */
function traffic({ processes }: Facts, now: number) {
  const live = processes.filter((one) => isAlive(one, now)).map(({ figures }) => figures);
  const perSecond = (of: 'faults' | 'refused') =>
    live.reduce((sum, figures) => sum + (figures.seconds > 0 ? figures[of] / figures.seconds : 0), 0);
  const buckets: Record<string, number> = {};
  for (const figures of live)
    for (const [le, count] of Object.entries(figures.buckets)) buckets[le] = (buckets[le] ?? 0) + count;
  return {
    live,
    faults: perSecond('faults'),
    refused: perSecond('refused'),
    slowest: quantileOf(buckets, 0.95),
  };
}

const proofText = (at: number | null, now: number): string =>
  at === null ? '还没有对过账' : `已有 ${minutes(now - at)}没有对账`;

/** What hurts most comes first. */
const RULES: readonly Rule[] = [
  {
    name: 'books',
    title: '账目不符',
    action: '先备份，再到对账页看每一处；不要直接改数据库',
    details: ({ proof }) =>
      when((proof?.breaches.length ?? 0) > 0, `最近一次对账有 ${proof?.breaches.length} 处不符`),
  },
  {
    name: 'books unproved',
    title: '很久没有对账',
    action: '点“现在核对”，再看 books 任务为什么没有运行',
    details({ proof }, now) {
      const at = proof?.ended_at ?? null;
      // Books that were proved wrong are an alarm of their own.
      const isProved = (proof?.breaches.length ?? 0) > 0 || (at !== null && at >= now - BOUNDS.unproved);
      return when(!isProved, proofText(at, now));
    },
  },
  {
    name: 'away',
    title: '有进程没有消息',
    action: '看它的 /readyz 与日志最后几行；不在了就再启动',
    /** Half an hour of silence is news, a day of it is history. */
    details: ({ processes }, now) =>
      processes
        .filter((one) => !isAlive(one, now) && one.seen_at > now - HOUR / 2)
        .map(({ host, pid, seen_at }) => `${host} 的进程 ${pid} 已有 ${minutes(now - seen_at)}没有消息`),
  },
  {
    name: 'faults',
    title: '请求出错',
    action: '在日志里找 "msg":"fault"；刚发过新版就退回上一版',
    details(facts, now) {
      const { faults } = traffic(facts, now);
      return when(faults > BOUNDS.faults, `每秒 ${faults.toFixed(2)} 个请求因服务器出错`);
    },
  },
  {
    name: 'refusing',
    title: '忙不过来',
    action: '看是谁在请求；正常的访问就加进程或机器',
    details(facts, now) {
      const { refused } = traffic(facts, now);
      return when(refused > BOUNDS.refusing, `每秒 ${refused.toFixed(1)} 个请求被请稍后再来`);
    },
  },
  {
    name: 'slow',
    title: '回答得慢',
    action: '在日志里找 "msg":"slow query"',
    details(facts, now) {
      const { slowest } = traffic(facts, now);
      return when(slowest > BOUNDS.slow, `二十个请求里最慢的一个要 ${slowest.toFixed(1)} 秒`);
    },
  },
  {
    name: 'pool',
    title: '等数据库连接',
    action: '先找慢的语句；数据库空闲时才加连接',
    details(facts, now) {
      const { live } = traffic(facts, now);
      const waits = live.some(({ waitedFor }) => waitedFor >= BOUNDS.pool);
      return when(waits, '请求一直在等空闲的数据库连接');
    },
  },
  {
    name: 'job',
    title: '定时工作没有做成',
    action: '看下面的原因；每件都可以重做，会自己再试',
    details: ({ jobs }, now) =>
      jobs
        .map((job) => ({ ...job, since: Math.max(job.due_at, job.started_at) }))
        .filter(
          ({ failures, since, lease_until }) =>
            failures > BOUNDS.failures || (since < now - BOUNDS.late && lease_until < now),
        )
        .map(({ name, failures, since }) =>
          failures > BOUNDS.failures
            ? `${name} 接连失败 ${failures} 次`
            : `${name} 晚了 ${minutes(now - since)}`,
        ),
  },
  {
    name: 'tasks',
    title: '任务排队',
    action: '看是谁发起的，取消不需要的',
    details: ({ tasks: { waiting, oldest } }, now) =>
      oldest === null
        ? []
        : when(
            waiting > BOUNDS.tasks && oldest < now - BOUNDS.waiting,
            `${waiting} 个任务在等，最久的等了 ${minutes(now - oldest)}`,
          ),
  },
  {
    name: 'notices',
    title: '通知发不出去',
    action: '看邮件服务器与 SMTP_URL；站内的消息都在，等着的会自己再发',
    details: ({ notices: { stuck, error } }) =>
      when(stuck > BOUNDS.notices, `${stuck} 封邮件或推送试了几次都没有发出${error ? `：${error}` : ''}`),
  },
  {
    name: 'backup',
    title: '没有新的备份',
    action: '运行 npm run backup，再看定时器为什么没有',
    details({ backups }, now) {
      const last = backups.find(({ fault }) => fault === '');
      if (!last) return ['还没有备份'];
      return when(last.ended_at < now - BOUNDS.backup, `最近一个备份是 ${minutes(now - last.ended_at)}前的`);
    },
  },
];

/** The alarms of the runbook that are firing, from the facts that Prometheus is told too. */
export const alarmsOf = (facts: Facts, now: number): Alarm[] =>
  RULES.flatMap(({ details, ...alarm }) => details(facts, now).map((detail) => ({ ...alarm, detail })));
