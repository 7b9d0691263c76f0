import { useMemo, useState } from 'react';
import { fileKind } from '#engine/compiler/schema/file-kind.ts';
import type { Pointer } from '#engine/compiler/source/pointer.ts';
import { YamlFile } from '#engine/compiler/source/yaml-file.ts';
import { Checkbox } from '#engine/ui/checkbox/checkbox.tsx';
import { TextField } from '#engine/ui/text-field/text-field.tsx';
import { CannotEdit } from '../../text/cannot-edit.ts';
import { editText } from '../../text/edit-text.ts';
import { linksTo, movedLink } from '../../text/page-links.ts';
import { renamePage } from '../../text/rename-page.ts';
import type { Editing } from '../editing.ts';
import { sayRefused } from '../say-refused.ts';
import { type OwnerNode, type Shop, withoutMark } from '../shop-model.ts';
import { PageChoice } from './page-choice.tsx';
import { PageDialog } from './page-dialog.tsx';
import styles from './pages.module.css';

interface RenamePageProps {
  editing: Editing;
  /** The page that is shown. */
  page: OwnerNode | undefined;
  open: boolean;
  onClose: () => void;
  /** Its new address. */
  onMade: (path: string) => void;
}

/** Another address for a page: the one before keeps leading to it, and links may follow. */
export function RenamePageDialog({ editing, page, open, onClose, onMade }: RenamePageProps) {
  return (
    <PageDialog open={open} onClose={onClose} title="页面改名" form="studio-rename-page" submitText="改名">
      {(setBusy) => (
        <PageChoice shop={editing.shop} shown={page}>
          {(chosen) =>
            chosen.path === undefined ? (
              <p>这个页面没有自己的地址，不能改。</p>
            ) : (
              <RenamePage
                key={chosen.name}
                editing={editing}
                page={chosen}
                path={chosen.path}
                onMade={onMade}
                setBusy={setBusy}
              />
            )
          }
        </PageChoice>
      )}
    </PageDialog>
  );
}

/** A link that leads to the page, and where it stands. */
interface LinkPlace {
  id: string;
  file: string;
  line: number;
  pointer: Pointer;
  text: string;
}

function placesOf(shop: Shop, path: string): LinkPlace[] {
  return [...shop.texts].flatMap(([file, text]) => {
    const kind = fileKind(file);
    if (kind === undefined) return [];
    const yaml = new YamlFile(file, withoutMark(text));
    return linksTo({ kind, yaml }, shop.project, path).map((link) => ({
      ...link,
      id: `${file} ${link.pointer.join('/')}`,
      file,
      line: yaml.line(link.pointer),
    }));
  });
}

/** An address as `page.schema.json` has it. */
const ADDRESS = /^\/[^\s?#]*\??$/;

interface Form extends Pick<RenamePageProps, 'editing' | 'onMade'> {
  page: OwnerNode;
  /** Its address. */
  path: string;
  setBusy: (busy: boolean) => void;
}

function RenamePage({ editing, page, path: before, onMade, setBusy }: Form) {
  const { shop } = editing;
  const places = useMemo(() => placesOf(shop, before), [shop, before]);
  const [path, setPath] = useState(before);
  const [title, setTitle] = useState(page.title);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [error, setError] = useState<string>();
  const isAddress = ADDRESS.test(path);

  /** All texts that change, in one step. */
  function renamed(): Map<string, string> {
    /* A page without a title of its own shows that of the page around it. */
    const wanted = { path, title: title === page.title ? undefined : title };
    const texts = new Map([
      [page.file, renamePage(shop.texts.get(page.file) ?? '', page.list.slice(0, -1), wanted)],
    ]);
    for (const { id, file, pointer, text } of places) {
      const value = movedLink(text, before, path);
      if (left.has(id) || value === undefined) continue;
      const now = texts.get(file) ?? shop.texts.get(file) ?? '';
      texts.set(file, editText(now, { kind: 'set', at: pointer, value }));
    }
    return texts;
  }

  async function rename(): Promise<string | undefined> {
    if (!isAddress) return '地址以 / 开头，没有空格、? 与 #。';
    try {
      const refused = await editing.write(renamed());
      return refused && sayRefused(refused);
    } catch (fault) {
      if (fault instanceof CannotEdit) return sayRefused({ reason: 'edit', problem: fault.problem });
      throw fault;
    }
  }

  async function submit() {
    setBusy(true);
    const fault = await rename();
    setBusy(false);
    setError(fault);
    if (fault === undefined) onMade(path.replaceAll(/\/:[^/]+/g, '') || '/');
  }
  return (
    <form
      id="studio-rename-page"
      className={styles['fields']}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label="新地址"
        required
        value={path}
        hint={`旧地址 ${before} 留作别名，收藏与外面的链接照样打开。`}
        error={isAddress ? undefined : '以 / 开头，没有空格、? 与 #'}
        onChange={({ target }) => setPath(target.value)}
      />
      <TextField label="标题" value={title} onChange={({ target }) => setTitle(target.value)} />
      <fieldset className={styles['places']}>
        <legend>{places.length === 0 ? '没有链接指向旧地址' : '把这些链接改成新地址'}</legend>
        {places.map(({ id, file, line, text }) => (
          <Checkbox
            key={id}
            label={
              <>
                {file}:{line} <code>{text}</code>
                {isAddress && path !== before && (
                  <>
                    {' → '}
                    <code>{movedLink(text, before, path)}</code>
                  </>
                )}
              </>
            }
            checked={!left.has(id)}
            onChange={(checked) =>
              setLeft(new Set(checked ? [...left].filter((one) => one !== id) : [...left, id]))
            }
          />
        ))}
      </fieldset>
      {error !== undefined && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </form>
  );
}
