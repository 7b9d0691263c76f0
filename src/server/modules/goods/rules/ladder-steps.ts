import { type Fen, toFen, toYuan } from '#shop/domain/money.ts';

/** A quantity (or a level) with its price in fen; staff write one per line: `20 9.80`. */
export interface PriceStep {
  number: number;
  price: Fen;
}

/** Most steps: as many as a card could show. */
const MAX = 12;

/**
 * Reads steps from lines, sorted by quantity; a text when a line is wrong. Space, colon and = separate alike;
 * quantities must be unique.
 */
export function readSteps(text: string): PriceStep[] | string {
  const lines = text.split(/[\n;；/／]+/).filter((line) => line.trim() !== '');
  if (lines.length > MAX) return `最多 ${MAX} 行`;
  const steps: PriceStep[] = [];
  for (const line of lines) {
    const match = /^\s*(\d{1,6})[\s:：=]+(\d{1,7}(?:\.\d{1,2})?)\s*$/.exec(line);
    if (!match) return `“${line.trim()}”应写作 数量 价格，如 20 9.80`;
    const step = { number: Number(match[1]), price: toFen(Number(match[2])) };
    if (step.number < 1 || step.price < 1) return `“${line.trim()}”的数量与价格都应大于 0`;
    steps.push(step);
  }
  steps.sort((one, other) => one.number - other.number);
  const twice = steps.find((step, index) => step.number === steps[index + 1]?.number);
  return twice ? `${twice.number} 写了两次` : steps;
}

/** The lines of {@link readSteps} for these steps. */
export function stepsAsText(steps: readonly { number: number; price_fen: Fen }[]): string {
  return steps.map(({ number, price_fen }) => `${number} ${toYuan(price_fen).toFixed(2)}`).join('\n');
}
