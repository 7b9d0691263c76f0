import { type ReactNode, useMemo, useState } from 'react';
import { fileKind } from '#engine/compiler/schema/file-kind.ts';
import { parseYaml } from '#engine/compiler/source/parse-yaml.ts';
import { valueAt } from '#engine/compiler/source/pointer.ts';
import { SelectField } from '#engine/ui/select-field/select-field.tsx';
import { type OwnerNode, type Shop, withoutMark } from '../shop-model.ts';
import styles from './pages.module.css';

/** Those that open and close first: they are what is done again every year. */
function pagesOf(shop: Shop): OwnerNode[] {
  const values = new Map(
    [...shop.texts]
      .filter(([path]) => fileKind(path) === 'page')
      .map(([path, text]) => [path, parseYaml(withoutMark(text)).value]),
  );
  const isDated = ({ file, list }: OwnerNode) =>
    Number(valueAt(values.get(file), [...list.slice(0, -1), 'schedule']) !== undefined);
  return shop.owners.filter(({ kind }) => kind === 'page').toSorted((a, b) => isDated(b) - isDated(a));
}

interface PageChoiceProps {
  shop: Shop;
  /** The page that is shown: chosen at first. */
  shown: OwnerNode | undefined;
  children: (page: OwnerNode) => ReactNode;
}

/** A page of the shop: one that is closed now cannot be shown, and can be worked on all the same. */
export function PageChoice({ shop, shown, children }: PageChoiceProps) {
  const [name, setName] = useState(shown?.name);
  const pages = useMemo(() => pagesOf(shop), [shop]);
  const chosen = pages.find((page) => page.name === name);
  return (
    <div className={styles['fields']}>
      <SelectField
        label="页面"
        value={name ?? ''}
        options={pages.map((page) => ({ value: page.name, label: `${page.title}　${page.path ?? ''}` }))}
        onChange={({ target }) => setName(target.value)}
      />
      {chosen && children(chosen)}
    </div>
  );
}
