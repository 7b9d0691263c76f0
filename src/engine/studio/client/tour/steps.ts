import type { Text } from '#engine/compiler/offense.ts';

/** What a step of the tour sees of the studio. */
export interface Seen {
  /** A block is chosen. */
  isChosen: boolean;
  /** A change can be taken back. */
  isChanged: boolean;
  /** Pixels. */
  width: string;
  panel: string | undefined;
  dialog: string | undefined;
}

/** One thing to do. */
export interface TourStep {
  /** Selector of what it is done with. */
  target: string;
  title: Text;
  text: Text;
  /** Has it been done? */
  isDone: (seen: Seen) => boolean;
}

/** The tour: each step is done in the shop at hand, and the last change is taken back. */
export const STEPS: readonly TourStep[] = [
  {
    target: 'iframe',
    title: { zh: '点一块', en: 'Point at a block' },
    text: {
      zh: '这是商店本身。在页面上点任何一块，它的名字会显示在框上；也可以在左边用方向键选。',
      en: 'This is the shop itself. Press any block on the page; its name stands on the outline. The arrow keys go through the tree at the left.',
    },
    isDone: ({ isChosen }) => isChosen,
  },
  {
    target: 'aside',
    title: { zh: '改一处', en: 'Change something' },
    text: {
      zh: '右边说它在哪个文件的哪一行、为什么这样显示，下面是它的属性。改一段文字，按回车：页面马上变，文件只改了那一行。',
      en: 'At the right: its file and line, why it shows what it shows, and its props. Change a text and press Enter: the page follows, and one line of the file has changed.',
    },
    isDone: ({ isChanged }) => isChanged,
  },
  {
    target: '[data-tour="undo"]',
    title: { zh: '撤销', en: 'Undo' },
    text: {
      zh: '按「撤销」或 Ctrl+Z，文件一个字节不差地回来。大胆试。',
      en: 'Press 撤销 (undo) or Ctrl+Z: the file comes back to the byte. Try things.',
    },
    isDone: ({ isChanged }) => !isChanged,
  },
  {
    target: '[data-tour="view"]',
    title: { zh: '换着看', en: 'Look at it as others do' },
    text: {
      zh: '把宽度换成 375 px，看手机上的样子。旁边可以换身份与时间。',
      en: 'Set the width to 375 px to see it as on a phone. The reader and the time are beside it.',
    },
    isDone: ({ width }) => width === '375',
  },
  {
    target: '[data-tour="panels"]',
    title: { zh: '时间线', en: 'The timeline' },
    text: {
      zh: '打开「时间线」：所有活动的起止在一起，可以拖。「数据」用来试接口。',
      en: 'Open 时间线 (timeline): every schedule in one place, to be dragged. 数据 (data) tries the calls of the API.',
    },
    isDone: ({ panel }) => panel === 'time',
  },
  {
    target: '[data-tour="changes"]',
    title: { zh: '交给同事', en: 'Hand it over' },
    text: {
      zh: '打开「改动」：差别、前后的图、审查的人会看到的报告，提交到一个新分支。什么也不会自己发布。',
      en: 'Open 改动 (changes): the diff, pictures before and after, the report that a reviewer sees, and a commit on a new branch. Nothing is published by itself.',
    },
    isDone: ({ dialog }) => dialog === 'changes',
  },
];
