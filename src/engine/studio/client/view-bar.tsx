import { useId, useState } from 'react';
import { VISITOR } from '#engine/runtime/roles.ts';
import { Button } from '#engine/ui/button/button.tsx';
import DateField from '#engine/ui/date-field/date-field.tsx';
import { readTyped } from '#engine/ui/date-field/days.ts';
import { SelectField } from '#engine/ui/select-field/select-field.tsx';
import { formSettings } from './form/form-settings.ts';
import { SuggestField } from './form/suggest-field.tsx';
import type { Shop } from './shop-model.ts';
import styles from './studio.module.css';

const WIDTHS = ['1440', '1280', '768', '375'];

/** How the shop is looked at. */
export interface View {
  /** The page that was asked for. */
  path: string;
  /** Pixels. */
  width: string;
  /** A role; empty for whoever is signed in. */
  reader: string;
  /** `2026-11-01T09:30` on the shop's clock; empty for now. */
  moment: string;
  /** A press chooses a block instead of doing what it does. */
  pointing: boolean;
}

/** The address of the shop with a reader and a time. */
export function addressOf({ path, reader, moment }: View): string {
  const query = new URLSearchParams({
    ...(reader && { as: reader }),
    ...(moment && { at: moment }),
  }).toString();
  return query === '' ? path : `${path}?${query}`;
}

interface ViewBarProps {
  shop: Shop;
  view: View;
  /** The page that the shop shows, which may be another than was asked for, or is on its way to. */
  displayedPath: string;
  onView: (change: Partial<View>) => void;
}

/** Chooses the page, and the width, reader and time at which it is shown. */
export function ViewBar({ shop, view, displayedPath, onView }: ViewBarProps) {
  const { width, reader, moment, pointing } = view;
  const { offers, words } = formSettings(shop);
  const id = useId();
  const [typed, setTyped] = useState<{ of: string; text: string }>();
  const text = typed?.of === moment ? typed.text : moment;
  const roles = Object.entries(shop.registry.site.roles).filter(([, { preview }]) => preview !== undefined);
  const pages = offers('link').filter(({ value }) => !value.includes(':'));
  const commit = () => {
    const next = readTyped(text, words.today(), true);
    const isMoment = next === '' || /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(next);
    if (isMoment && next !== moment) onView({ moment: next });
  };
  return (
    <div className={styles['view']} role="group" aria-label="怎么看" data-tour="view">
      <SuggestField
        label="页面"
        hideLabel
        value={displayedPath}
        offers={pages}
        onCommit={(path) => onView({ path })}
      />
      <SelectField
        label="宽度"
        hideLabel
        size="sm"
        value={width}
        options={WIDTHS.map((value) => ({ value, label: `${value} px` }))}
        onChange={({ target }) => onView({ width: target.value })}
      />
      <SelectField
        label="身份"
        hideLabel
        size="sm"
        value={reader}
        options={[
          { value: '', label: '现在的登录' },
          { value: VISITOR, label: '访客' },
          ...roles.map(([name, { label = name }]) => ({ value: name, label })),
        ]}
        onChange={({ target }) => onView({ reader: target.value })}
      />
      <DateField
        label="时间"
        hideLabel
        timed
        name={id}
        words={words}
        value={text}
        onChange={(next) => setTyped({ of: moment, text: next })}
        onLeave={commit}
      />
      <Button
        size="sm"
        aria-pressed={pointing}
        variant={pointing ? 'primary' : 'secondary'}
        onClick={() => onView({ pointing: !pointing })}
      >
        指向
      </Button>
    </div>
  );
}
