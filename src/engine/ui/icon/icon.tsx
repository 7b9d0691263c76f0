import type { LucideIconData } from '@lucide/icons';
import { createElement, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './icon.module.css';

/** What is drawn of each icon, made once: the same elements wherever it is shown. */
const drawings = new WeakMap<LucideIconData, ReactNode>();

function drawingOf(icon: LucideIconData): ReactNode {
  const known = drawings.get(icon);
  if (known !== undefined) return known;
  const drawing = icon.node.map(([tag, attributes]) => createElement(tag, attributes));
  drawings.set(icon, drawing);
  return drawing;
}

interface IconProps {
  of: LucideIconData;
  className?: string | undefined;
  /** What it says; without it, the icon is for the eye alone. */
  label?: string;
}

/** An icon of 24 px, unless a style says otherwise, in the colour of the text. */
export function Icon({ of, className, label }: IconProps) {
  const said = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg {...said} className={cx(styles['icon'], className)} viewBox="0 0 24 24">
      {drawingOf(of)}
    </svg>
  );
}
