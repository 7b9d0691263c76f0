import { useMemo, useState } from 'react';
import { createCompiler } from '#engine/compiler/compile.ts';
import type { Offense } from '#engine/compiler/offense.ts';
import { Tag } from '#engine/ui/tag/tag.tsx';
import type { TextsBefore } from '../../hand-over.ts';
import { withoutMark } from '../shop-model.ts';
import styles from './hand-over.module.css';

type Texts = ReadonlyMap<string, string>;

/** An offense without its line, which moves. */
const identityOf = ({ code, file, message }: Offense) => `${code} ${file} ${message.zh}`;

function textsBefore(texts: Texts, before: TextsBefore): Map<string, string> {
  const old = new Map(texts);
  for (const [path, text] of Object.entries(before)) {
    if (text === null) old.delete(path);
    else old.set(path, text);
  }
  return old;
}

interface OffensesProps {
  texts: Texts;
  before: TextsBefore;
  onOpen: (path: string, line: number) => void;
}

/** What is wrong or doubtful now: what the changes brought, and what was there before them. */
export function OffensesView({ texts, before, onOpen }: OffensesProps) {
  const [compile] = useState(createCompiler);
  const { brought, kept } = useMemo(() => {
    const offensesIn = (all: Texts) =>
      compile(new Map([...all].map(([path, text]) => [path, withoutMark(text)]))).offenses;
    const known = new Set(offensesIn(textsBefore(texts, before)).map(identityOf));
    const now = offensesIn(texts).toSorted((a, b) => (a.severity < b.severity ? -1 : 1));
    return {
      brought: now.filter((one) => !known.has(identityOf(one))),
      kept: now.filter((one) => known.has(identityOf(one))),
    };
  }, [compile, texts, before]);
  return (
    <div className={styles['files']}>
      <OffenseList
        title="这次改动带来的"
        none="没有带来新的错误或提醒。"
        offenses={brought}
        onOpen={onOpen}
      />
      <OffenseList title="原来就有的" none="原来也没有。" offenses={kept} onOpen={onOpen} />
    </div>
  );
}

interface ListProps {
  title: string;
  none: string;
  offenses: readonly Offense[];
  onOpen: OffensesProps['onOpen'];
}

const OffenseList = ({ title, none, offenses, onOpen }: ListProps) => (
  <section aria-label={title}>
    <h3>
      {title}
      {offenses.length > 0 && ` ${offenses.length}`}
    </h3>
    {offenses.length === 0 && <p>{none}</p>}
    <ul className={styles['offenses']}>
      {offenses.map((offense) => {
        const { code, severity, file, line, column, message, hint } = offense;
        return (
          <li key={`${code} ${file} ${line} ${column} ${message.zh}`}>
            <Tag tone={severity === 'error' ? 'danger' : 'warning'}>
              {severity === 'error' ? '错误' : '提醒'}
            </Tag>
            <div>
              <p>
                {message.zh} <span className={styles['faint']}>{hint.zh}</span>
              </p>
              <p>
                <button type="button" className={styles['place']} onClick={() => onOpen(file, line)}>
                  {file}:{line}
                </button>{' '}
                <code className={styles['faint']}>{code}</code>
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  </section>
);
