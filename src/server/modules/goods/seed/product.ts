import { DAY } from '#shop/domain/calendar.ts';
import { type Random, random } from '../../../kernel/seed/random.ts';
import type { Assortment, Variety } from './assortment.ts';
import { type BatchRow, batchesOf, type Supply } from './batches.ts';
import { ladderOf } from './ladder.ts';
import type { Maker, MakerKind } from './makers.ts';
import { barcode, costFen, priceFen, sizeFactor } from './values.ts';

export interface SeedContext {
  assortment: Assortment;
  makersByKind: Record<MakerKind, readonly Maker[]>;
  now: number;
}

/** The rows of one good. */
export interface SeededGood {
  goods: ReturnType<typeof goodsRow>;
  steps: { goods_id: number; number: number; price_fen: number }[];
  levels: { goods_id: number; level: number; price_fen: number }[];
  batches: BatchRow[];
}

const WAREHOUSE = { central: 1, south: 2, cold: 3 } as const;

/** What buyers try first must always be there: the first variety of the list (阿莫西林胶囊). */
const SHOWPIECE = 0;

/**
 * Good number `index` (from 0): varieties take turns, and each further round brings another spec or maker, so that the
 * first goods are the same however many are made.
 */
export function makeGood(index: number, context: SeedContext): SeededGood {
  const { varieties } = context.assortment;
  const which = index % varieties.length;
  const round = Math.floor(index / varieties.length);
  const variety = varieties[which];
  if (!variety) throw new RangeError('the assortment is empty');
  const chance = random(`goods ${index}`);
  const makers = context.makersByKind[kindOf(variety)];
  const maker = makers[(which * 5 + Math.floor(round / variety.specs.length)) % makers.length];
  const spec = variety.specs[round % variety.specs.length];
  const firstSpec = variety.specs[0];
  if (!maker || !spec || !firstSpec) throw new RangeError(`${variety.name}: no maker or no spec`);

  const showpiece = which === SHOWPIECE;
  const popularity = random(`popularity ${variety.name}`).next();
  const goods = goodsRow({
    index,
    round,
    variety,
    maker,
    spec,
    firstSpec,
    chance,
    showpiece,
    popularity,
    now: context.now,
  });
  const supply = supplyOf(showpiece && round < 6, chance);
  const batches = batchesOf(goods.id, goods.warehouse_id, supply, context.now, chance);
  const expires = supply === 'none' ? null : (batches[0]?.expires ?? null);
  return {
    goods: { ...goods, in_stock: supply !== 'none', expires },
    ...ladderOf(goods, showpiece, chance),
    batches,
  };
}

function kindOf({ tree, scope }: Variety): MakerKind {
  if (tree === 'tcm') return 'slices';
  if (tree === 'device') return 'device';
  return scope === 'zcy' ? 'patent' : 'chemical';
}

interface Particulars {
  index: number;
  round: number;
  variety: Variety;
  maker: Maker;
  spec: string;
  firstSpec: string;
  chance: Random;
  showpiece: boolean;
  popularity: number;
  now: number;
}

function goodsRow(particulars: Particulars) {
  const { index, round, variety, maker, spec, firstSpec, chance, showpiece, popularity, now } = particulars;
  const id = index + 1;
  const cold = variety.flags.includes('冷藏');
  const split = showpiece || chance.chance(0.7);
  const zbz = showpiece ? 10 : chance.pick(variety.dosage.zbz);
  const price = priceFen(
    variety.price * sizeFactor(spec, firstSpec),
    random(`price ${variety.name} ${maker.id}`),
    chance,
  );
  return {
    id,
    code: `SW${String(id).padStart(6, '0')}`,
    name: variety.name,
    generic_name: genericName(variety.name),
    maker_id: maker.id,
    category_id: variety.categoryId,
    warehouse_id: warehouseOf(cold, showpiece, chance),
    spec,
    dosage_form: variety.form,
    unit: variety.unit ?? variety.dosage.unit,
    approval_number: approvalNumber(variety, id),
    barcode: barcode(id),
    mah: chance.chance(0.9) ? maker.name : `${maker.name.replace('（演示）', '')}（委托生产，演示）`,
    storage: cold ? '遮光，2-8℃冷藏保存' : variety.dosage.storage,
    indication: `${variety.use}。`,
    rx: variety.rx ?? 'none',
    marks: variety.flags,
    scope: variety.scope,
    hm: variety.flags.includes('含麻'),
    controlled: !showpiece && chance.chance(0.04),
    yx: showpiece || chance.chance(0.3),
    dpby_number: chance.chance(0.05) ? zbz * chance.pick([5, 10]) : null,
    split,
    zbz,
    jzl: zbz * chance.pick([10, 20, 30, 40]),
    min_number: split ? leastOfSplit(showpiece, chance) : zbz,
    cap_order: !showpiece && chance.chance(0.05) ? zbz * 20 : null,
    cap_month: !showpiece && chance.chance(0.03) ? zbz * 60 : null,
    price_fen: price,
    retail_fen: Math.ceil((price * (1.35 + chance.next() * 0.45)) / 50) * 50,
    // Some are not known, as in a real list.
    cost_fen: costFen(price, random(`cost of ${index}`)),
    ladder_type: !split && chance.chance(0.3) ? 1 : 2,
    sales: showpiece ? showpieceSales(round, chance) : usualSales(popularity, chance),
    created_at: now - chance.whole(1, 720) * DAY,
    in_stock: false,
    expires: null as string | null,
    ...particularsOf(variety, round),
  };
}

/** The first of its packs sells far more than the others, and all of them differ. */
const showpieceSales = (round: number, chance: Random) =>
  Math.round((52_000 * (0.94 + 0.12 * chance.next())) / (round + 1) ** 0.7);

/**
 * Log-normal around what its medicine sells; bent rather than cut off at the top, where a cut would make many alike.
 */
function usualSales(popularity: number, chance: Random): number {
  const wanted = 9_000 * (0.08 + 0.92 * popularity) ** 2 * Math.exp(0.9 * chance.normal());
  return Math.round(wanted / (1 + wanted / 45_000));
}

const GRADES = ['选货', '统货', '一级', '特级'];
const STANDARDS = ['中国药典', '省级炮制规范', '企业内控'];
const CLASSES: Readonly<Record<string, string>> = { qx1: '一类', qx2: '二类' };

/** What only slices of herbs and only devices have. */
function particularsOf({ tree, scope, origins = [] }: Variety, round: number) {
  const herb = tree === 'tcm';
  return {
    origin: herb ? (origins[round % origins.length] ?? null) : null,
    grade: herb ? (GRADES[round % GRADES.length] ?? null) : null,
    standard: herb ? (STANDARDS[Math.floor(round / 2) % STANDARDS.length] ?? null) : null,
    device_class: tree === 'device' ? (CLASSES[scope] ?? null) : null,
  };
}

/** The name without salt or dosage form in brackets: what prescribers call it. */
function genericName(name: string): string {
  return name
    .replace(/[（(].*?[）)]/g, '')
    .replace(/^(盐酸|硫酸氢|硫酸|磷酸|枸橼酸|马来酸|苯磺酸|酒石酸)/, '');
}

function supplyOf(plenty: boolean, chance: Random): Supply {
  if (plenty) return 'plenty';
  return chance.chance(0.08) ? 'none' : 'usual';
}

function warehouseOf(cold: boolean, showpiece: boolean, chance: Random): number {
  if (cold) return WAREHOUSE.cold;
  return chance.chance(0.76) || showpiece ? WAREHOUSE.central : WAREHOUSE.south;
}

const leastOfSplit = (showpiece: boolean, chance: Random): number =>
  showpiece ? 1 : chance.pick([1, 1, 1, 1, 2]);

/** Scopes whose letter in an approval number is not the usual H of chemicals. */
const LETTERS: Readonly<Record<string, string>> = { zcy: 'Z', swzp: 'S', shy: 'S' };

/** Numbers of a form that no real approval bears (year 2099). */
function approvalNumber({ tree, scope, flags }: Variety, id: number): string {
  const serial = String(id % 10_000).padStart(4, '0');
  if (tree === 'tcm') return `饮片备案（演）2099${serial}`;
  if (tree === 'device') return `${scope === 'qx1' ? '演械备' : '演械注准'}2099${serial}`;
  const letter = LETTERS[scope] ?? 'H';
  return `国药准字${flags.includes('进口') ? `${letter}J` : letter}2099${serial}`;
}
