import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { ListOption } from '#engine/ui/list-option/list-option.tsx';
import { TextField, type TextFieldProps } from '#engine/ui/text-field/text-field.tsx';
import styles from './form.module.css';
import type { Offer } from './form-context.ts';
import { isReference } from './variants.ts';

/** Offers that are shown at once. */
const SHOWN = 60;

interface SuggestFieldProps
  extends Pick<
    TextFieldProps,
    'label' | 'hideLabel' | 'required' | 'error' | 'hint' | 'suffix' | 'inputMode' | 'placeholder'
  > {
  value: string;
  offers: readonly Offer[];
  /** What was entered goes elsewhere: the field is empty again. */
  isEmptied?: boolean;
  /** Called when the field is left or Enter is pressed with another text than before. */
  onCommit: (text: string) => void;
}

/** Offers in which each word of a text occurs; those that begin with it come first. */
function findOffers(offers: readonly Offer[], text: string): readonly Offer[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = offers.filter(({ value, label }) =>
    words.every((word) => `${value} ${label}`.toLowerCase().includes(word)),
  );
  const begins = ({ value }: Offer) => value.startsWith(text);
  return [...found.filter(begins), ...found.filter((one) => !begins(one))];
}

/** A text field with what may be chosen for it below: Arrow down opens the list, Enter takes one, Esc closes it. */
export function SuggestField({ value, offers, isEmptied = false, onCommit, ...texts }: SuggestFieldProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState<string>();
  const [before, setBefore] = useState(value);
  const [open, setOpen] = useState(false);
  const [isFiltered, setFiltered] = useState(false);
  const [active, setActive] = useState(-1);
  const [sent, setSent] = useState<string>();
  /*
   * What was entered is over with the value that it changed: that value may come back by an undo. What is still being typed
   * stays when somebody else changes the value.
   */
  if (before !== value) {
    setBefore(value);
    if (typed === sent) setTyped(undefined);
  }
  const text = typed ?? value;
  const found = findOffers(offers, isFiltered ? text : '').slice(0, SHOWN);
  const isShown = open && found.length > 0;

  const commit = (next: string) => {
    setOpen(false);
    setSent(next);
    if (isEmptied) setTyped(undefined);
    if (next !== value) onCommit(next);
  };
  const choose = ({ value: chosen }: Offer) => {
    setTyped(chosen);
    commit(chosen);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && offers.length > 0) {
      event.preventDefault();
      if (!isShown) {
        setFiltered(false);
        setActive(0);
        return setOpen(true);
      }
      const next = (active + by + found.length) % found.length;
      setActive(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const chosen = isShown ? found[active] : undefined;
      if (chosen) choose(chosen);
      else commit(text);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      setOpen(false);
    }
    return undefined;
  };
  return (
    <div className={styles['suggest']}>
      <TextField
        {...texts}
        size="sm"
        value={text}
        autoComplete="off"
        spellCheck={false}
        data-settled={text === value || undefined}
        {...(offers.length > 0 && {
          role: 'combobox',
          'aria-expanded': isShown,
          'aria-controls': id,
          'aria-activedescendant': isShown && active >= 0 ? `${id}-${active}` : undefined,
        })}
        onChange={({ target }) => {
          setTyped(target.value);
          setSent(undefined);
          setFiltered(true);
          setActive(-1);
          setOpen(true);
        }}
        onClick={() => {
          setFiltered(false);
          setOpen(true);
        }}
        onDrop={(event) => {
          const dropped = event.dataTransfer.getData('text/plain');
          if (!isReference(dropped)) return;
          event.preventDefault();
          choose({ value: dropped, label: '' });
        }}
        onBlur={() => commit(text)}
        onKeyDown={onKeyDown}
      />
      {isShown && (
        <div
          ref={list}
          id={id}
          role="listbox"
          aria-label={`${texts.label} 可选`}
          className={styles['options']}
        >
          {found.map((offer, index) => (
            <ListOption
              key={offer.value}
              id={`${id}-${index}`}
              active={index === active}
              onChoose={() => choose(offer)}
            >
              <code>{offer.value}</code>
              <span>{offer.label}</span>
            </ListOption>
          ))}
        </div>
      )}
    </div>
  );
}
