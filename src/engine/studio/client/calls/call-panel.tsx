import { useState } from 'react';
import { isRead } from '#engine/compiler/schema/call.ts';
import type { PlacedMark } from '#engine/renderer/block/placed-marks.ts';
import type { CallInput } from '#engine/runtime/client.ts';
import { resolve } from '#engine/runtime/reference.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { Dialog } from '#engine/ui/dialog/dialog.tsx';
import { SelectField } from '#engine/ui/select-field/select-field.tsx';
import { TextField } from '#engine/ui/text-field/text-field.tsx';
import type { Change } from '../../text/change.ts';
import type { Refused } from '../editing.ts';
import { hasHole } from '../form/variants.ts';
import { sayRefused } from '../say-refused.ts';
import type { BlockNode, OwnerNode, Shop } from '../shop-model.ts';
import { AnswerTree } from './answer-tree.tsx';
import { ArgumentFields } from './argument-fields.tsx';
import styles from './calls.module.css';
import { FillDialog } from './fill-dialog.tsx';
import { findCalls } from './find-calls.ts';
import { dataAdded, dataOf, type NamedData, ownerOf } from './page-data.ts';
import { type ListStep, nameFor, referenceTo } from './reference-to.ts';
import { sayFailure } from './say-answer.ts';
import type { Path } from './tree-rows.ts';
import { type Tried, tryCall } from './try-call.ts';

const STEPS: Record<ListStep, string> = {
  one: '列表里的这一项 [0]',
  every: '列表的每一项 []',
  item: '区块的当前项 $item',
};

const FROM: Record<Tried['from'], string> = {
  api: '接口的回答，以画面里的读者的身份取得。',
  example: '这是例子，不是真的数据：接口没有回答，照声明与 fixtures 编的。',
};

interface CallPanelProps {
  shop: Shop;
  /** The page that is shown, where no block is selected. */
  page: OwnerNode | undefined;
  selected: BlockNode | undefined;
  /** A block on the page, whose values calls are filled with; the selected one where it is there. */
  mark: PlacedMark | undefined;
  /** The role that the reader in the frame plays; empty for whoever is signed in. */
  role: string;
  change: (file: string, ...changes: Change[]) => Promise<Refused | undefined>;
  onClose: () => void;
}

const isLiteral = (value: unknown) => !JSON.stringify(value).includes('$');

/** What the page sends with a call, as far as it is known now. */
function inputOf(data: NamedData | undefined, mark: PlacedMark | undefined): CallInput {
  const { params, query, body } = data?.entry ?? {};
  const scope = mark?.read().scope;
  const known = (values: Record<string, unknown> = {}) =>
    Object.fromEntries(
      Object.entries(values)
        .map(([key, value]) => [key, scope ? resolve(value, scope) : isLiteral(value) ? value : ''] as const)
        .filter(([, value]) => value !== undefined && value !== null && value !== ''),
    );
  return { params: known(params), query: known(query), body: known(body) };
}

/** The arguments without those that are not filled in yet. */
const filledIn = (input: CallInput): CallInput =>
  Object.fromEntries(
    Object.entries(input).map(([part, values]) => [
      part,
      Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => !hasHole(value))),
    ]),
  );

/** The arguments that are given, as an entry of a page's data has them. */
const written = (input: CallInput) =>
  Object.fromEntries(Object.entries(input).filter(([, values]) => Object.keys(values ?? {}).length > 0));

/** Tries calls of the shop, and puts what they answer into props. */
export function CallPanel({ shop, page, selected, mark, role, change, onClose }: CallPanelProps) {
  const { registry, project } = shop;
  const [query, setQuery] = useState('');
  const [name, setName] = useState<string>();
  const [input, setInput] = useState<CallInput>({});
  const [isWaiting, setWaiting] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const [tried, setTried] = useState<Tried>();
  const [path, setPath] = useState<Path>();
  const [step, setStep] = useState<ListStep>('one');
  const [isFilling, setFilling] = useState(false);
  const [newName, setNewName] = useState<string>();
  const [message, setMessage] = useState<{ words: string; isWrong: boolean }>();

  const owner = (selected && ownerOf(shop, selected)) ?? page;
  const data = owner ? dataOf(shop, owner) : [];
  const calls = findCalls(registry, query, new Set(data.map(({ entry }) => entry.call)));
  const contract = name === undefined ? undefined : registry.contracts[name];
  const named = data.find(({ entry }) => entry.call === name);
  const reference = named && path ? referenceTo(named.name, path, step) : undefined;
  const declared = name === undefined ? undefined : project.calls.get(name)?.config;
  const reads = declared !== undefined && isRead(declared, project.queries);
  const dataName = newName ?? nameFor(name ?? '', new Set(data.map((one) => one.name)));

  function choose(next: string) {
    setName(next);
    setInput(
      inputOf(
        data.find(({ entry }) => entry.call === next),
        mark,
      ),
    );
    setTried(undefined);
    setPath(undefined);
    setNewName(undefined);
    setMessage(undefined);
  }
  async function run() {
    if (name === undefined) return;
    setConfirming(false);
    setWaiting(true);
    setTried(await tryCall(shop, { role, user: mark?.read().scope.user }, name, filledIn(input)));
    setWaiting(false);
    setPath([]);
    setMessage(undefined);
  }
  const report = (refused: Refused | undefined, words: string) =>
    setMessage(refused ? { words: sayRefused(refused), isWrong: true } : { words, isWrong: false });

  async function fill(prop: string) {
    if (selected === undefined || reference === undefined) return;
    const at = [...selected.pointer, prop];
    const refused = await change(selected.file, { kind: 'set', at, value: reference });
    report(refused, `${prop} 现在是 ${reference}`);
    setFilling(refused !== undefined);
  }
  async function addData() {
    if (owner === undefined || name === undefined) return;
    const added = dataAdded(shop, owner, dataName, { call: name, ...written(filledIn(input)) });
    const refused = await change(owner.file, added);
    report(refused, `已加到 ${owner.title} 的数据：$data.${dataName}`);
  }
  const answer = tried?.answer;
  const isAnswered = answer !== undefined && (answer.ok || answer.kind === 'refusal');

  return (
    <section aria-label="数据" className={styles['panel']}>
      <div className={styles['list']}>
        <TextField
          label="找接口"
          hideLabel
          size="sm"
          placeholder="找接口：名字、说明、地址"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        <ul aria-label="接口" className={styles['calls']}>
          {calls.map((one) => (
            <li key={one.name}>
              <button
                type="button"
                aria-current={one.name === name || undefined}
                title={`${one.method} ${one.path}`}
                onClick={() => choose(one.name)}
              >
                <code>{one.name}</code>
                {one.isOnPage && <span className={styles['here']}>本页</span>}
                <span>{one.description}</span>
              </button>
            </li>
          ))}
          {calls.length === 0 && <li role="status">没有这样的接口，换个词试试。</li>}
        </ul>
      </div>
      <div className={styles['form']}>
        {contract && name !== undefined ? (
          <>
            <p>
              <code>
                {contract.method} {contract.path}
              </code>
              {named ? (
                <span className={styles['here']}>$data.{named.name}</span>
              ) : (
                <span className={styles['quiet']}>不在这一页的数据里</span>
              )}
            </p>
            <div className={styles['arguments']}>
              <ArgumentFields key={name} contract={contract} input={input} shop={shop} onChange={setInput} />
            </div>
            <div className={styles['tools']}>
              <Button
                size="sm"
                variant="primary"
                busy={isWaiting}
                onClick={() => (reads ? void run() : setConfirming(true))}
              >
                试一试
              </Button>
              {reads && !named && owner && (
                <>
                  <TextField
                    label="数据的名字"
                    hideLabel
                    size="sm"
                    value={dataName}
                    onChange={({ target }) => setNewName(target.value)}
                  />
                  <Button size="sm" onClick={() => void addData()}>
                    加到页面数据
                  </Button>
                </>
              )}
            </div>
          </>
        ) : (
          <p className={styles['quiet']}>选一个接口，填参数，试一试，再把回答里的值放进区块的属性。</p>
        )}
      </div>
      <div className={styles['answer']}>
        <div className={styles['tools']}>
          <SelectField
            label="列表里的值怎么引用"
            hideLabel
            size="sm"
            className={styles['step']}
            value={step}
            options={Object.entries(STEPS).map(([value, label]) => ({ value, label }))}
            onChange={({ target }) => setStep(target.value as ListStep)}
          />
          {tried && !named ? (
            <span className={styles['reference']}>先加到页面数据，才能引用</span>
          ) : (
            <code className={styles['reference']}>{reference}</code>
          )}
          <Button
            size="sm"
            disabled={reference === undefined}
            onClick={() => {
              if (reference === undefined) return;
              void navigator.clipboard.writeText(reference);
              setMessage({ words: `已复制 ${reference}`, isWrong: false });
            }}
          >
            复制引用
          </Button>
          <Button
            size="sm"
            disabled={reference === undefined || selected === undefined}
            onClick={() => {
              setMessage(undefined);
              setFilling(true);
            }}
          >
            填入属性…
          </Button>
          <Button size="sm" variant="quiet" onClick={onClose}>
            关闭
          </Button>
        </div>
        <p
          role="status"
          className={message?.isWrong ? styles['wrong'] : styles['message']}
          data-example={(message === undefined && tried?.from === 'example') || undefined}
        >
          {message?.words ?? (isAnswered && tried && FROM[tried.from])}
        </p>
        {answer && !answer.ok && (
          <p role="alert" className={styles['wrong']}>
            {sayFailure(answer)}
          </p>
        )}
        {answer && (answer.ok || answer.data !== null) && (
          <AnswerTree
            key={tried?.call}
            value={answer.data}
            chosen={path}
            onChoose={setPath}
            referenceTo={(one) => named && referenceTo(named.name, one, step)}
          />
        )}
      </div>
      <FillDialog
        open={isFilling}
        reference={reference ?? ''}
        schema={(selected && project.library.blocks.get(selected.placed.block)) ?? {}}
        error={message?.isWrong ? message.words : undefined}
        onFill={(prop) => void fill(prop)}
        onClose={() => setFilling(false)}
      />
      <Dialog
        open={isConfirming}
        alert
        onClose={() => setConfirming(false)}
        title="这个接口会改动数据"
        footer={
          <>
            <Button onClick={() => setConfirming(false)}>不试了</Button>
            <Button variant="danger" onClick={() => void run()}>
              仍然试一试
            </Button>
          </>
        }
      >
        <p>
          <code>
            {contract?.method} {contract?.path}
          </code>
          （{contract?.description}）不只是读：试它会真的改动接口那边的数据，撤销不了。
        </p>
      </Dialog>
    </section>
  );
}
