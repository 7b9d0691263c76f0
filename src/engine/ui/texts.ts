import { createContext, use } from 'react';

type Named<Name extends string> = Readonly<Record<Name, string>>;

/** The words that pieces show by themselves, in the language of the site. `{…}` stands for what is filled in. */
export interface UiTexts {
  retry: string;
  /** A part that opens on a press has not arrived. */
  notLoaded: string;
  dismiss: string;
  /** Name of the region where short messages appear. */
  notices: string;
  stepDone: string;
  originalPrice: string;
  /** `{label}` is the name of the quantity. */
  less: string;
  more: string;
  marks: Named<'space'>;
  /** `{n}` in `page` is the number of a page. */
  pagination: Named<'page' | 'jump' | 'jumpUnit' | 'go'>;
  countdown: Named<'days' | 'hours' | 'minutes' | 'seconds'>;
  /** `weekdays` are seven short names with spaces between, from Monday. */
  dates: Named<
    | 'choose'
    | 'shape'
    | 'weekdays'
    | 'previousMonth'
    | 'nextMonth'
    | 'today'
    | 'last7'
    | 'last30'
    | 'thisMonth'
    | 'lastMonth'
    | 'clear'
    | 'chooseFirst'
    | 'chooseSecond'
    | 'hour'
    | 'minute'
    | 'done'
  >;
  picture: Named<
    'zoomIn' | 'zoomOut' | 'left' | 'right' | 'reset' | 'moveLeft' | 'moveRight' | 'moveUp' | 'moveDown'
  >;
}

/** Given by whatever surrounds the pieces; none of them has a word of its own. */
export const TextsContext = createContext<UiTexts | null>(null);

export function useTexts(): UiTexts {
  const texts = use(TextsContext);
  if (texts === null) throw new Error('TextsContext is missing above this component');
  return texts;
}
