import { type Cost, factorOf, type GrowthReport, type ShopSize, SMALL } from './costs.ts';

const figure = (value: number) => String(Number(value.toPrecision(3)));

const sizeText = ({ goods, members, orders }: ShopSize) =>
  [
    `${goods.toLocaleString('en')} goods`,
    `${members.toLocaleString('en')} members`,
    `${orders.toLocaleString('en')} orders`,
  ].join(', ');

const rowOf = (cost: Cost): string =>
  `| ${cost.work}${cost.readsAll ? ' (reads all on purpose)' : ''} | ${figure(cost.small)} | ${figure(cost.large)} | ${figure(cost.shown)} | ${figure(factorOf(cost))} |`;

/** What each piece of work costs in both shops, as a table in Markdown. */
export function growthTable({ size, costs }: GrowthReport): string {
  return [
    `Growth, median ms from empty caches. Small: ${sizeText(SMALL)}. Large: ${sizeText(size)}.`,
    '',
    '| what | small | large | longer answer | factor for as much |',
    '| --- | --- | --- | --- | --- |',
    ...costs.map(rowOf),
    '',
  ].join('\n');
}
