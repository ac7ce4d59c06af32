// What the program reports about handles, in words.
import { vertexText, vertexTitle, type Bodies } from './bodies';
import type { Report } from '../protocol/messages';
import { isSolved, wishesOf, type Layer } from '../shot/layer';
import type { Wish } from '../shot/shot';
import { lengthText } from '../text/number_text';

type WishReport = Report['wishes'][number];

// A miss that the eye can see, of the body's size.
const visible = 1e-3;

export function wishReport(report: Report | undefined, wish: number): WishReport | undefined {
  return report?.wishes.find((entry) => entry.id === wish);
}

/** Not met where it had to be: something is wrong. */
export function isMissed(report: WishReport | undefined, wish: Wish, size: number): boolean {
  return isBeside(report, wish, size) && !gaveWay(report, wish);
}

/** Not at its target, missed or where it was allowed to give way. */
export function isBeside(
  report: WishReport | undefined,
  wish: Wish,
  size: number,
): report is WishReport {
  return !!report && isHard(wish) && report.miss > visible * size;
}

/** As it was told to, and no other handle is against it. */
function gaveWay(report: WishReport | undefined, wish: Wish): boolean {
  return (
    !!report?.yielded && (report.contradicts ?? []).length === 0 && wish.stiff_axes !== 'locked'
  );
}

export function isHard(wish: Wish): boolean {
  return wish.weight === undefined || wish.weight === null;
}

/** Ids of all hard wishes that are not met. */
export function missedWishes(
  reports: Record<number, Report>,
  layers: readonly Layer[],
  size: number,
): ReadonlySet<number> {
  const missed = new Set<number>();
  for (const layer of layers) {
    if (layer.muted) continue;
    for (const wish of wishesOf(layer)) {
      if (isMissed(wishReport(reports[layer.id], wish.id), wish, size)) missed.add(wish.id);
    }
  }
  return missed;
}

export type Explanation = {
  severity: 'warning' | 'note';
  what: string;
  why: string;
  act: 'soften' | 'lock' | 'exact' | 'window' | null;
};

const gaveWayText =
  'It gave way: going on would move the rest of the body more than three times as far as the handle. Often that is what you want.';
const atLimitText =
  'The material is at its limit: elements would be squeezed below a quarter, or edges stretched to more than about twice their length. Drag it less far, take a nearby or larger region, or lower the reach.';
const boundText =
  'Going on would move the rest of the body far more than the handle. Drag it less far, or take a larger region.';
const shortText = 'The body reached as far as its modes allow. More modes or a wider window help.';

/** Why a handle is beside its target, and what would help. Null where it is not. */
export function explainMiss(
  layer: Layer,
  wish: Wish,
  report: Report,
  size: number, // m, of the body
  bodies?: Bodies,
): Explanation | null {
  const entry = wishReport(report, wish.id);
  if (!entry || !isBeside(entry, wish, size)) return null;
  const distance = lengthText(entry.miss);
  const head = isMissed(entry, wish, size)
    ? { severity: 'warning' as const, what: `Stops ${distance} short of its target.` }
    : { severity: 'note' as const, what: `Ends ${distance} from where you put it.` };
  return { ...head, ...reasonOf(layer, wish, entry, report, bodies) };
}

function reasonOf(
  layer: Layer,
  wish: Wish,
  entry: WishReport,
  report: Report,
  bodies: Bodies,
): Pick<Explanation, 'why' | 'act'> {
  const against = (entry.contradicts ?? []).map((id) => nameOf(wishesOf(layer), id, bodies));
  if (against.length > 0) {
    const why = `It disagrees with ${against.join(' and ')}: both cannot hold. Make one of them soft, or move it.`;
    return { why, act: 'soften' };
  }
  if (entry.stands_still) return { why: stillText(entry.stands_still), act: null };
  const lightened = lightenedText(entry);
  if (lightened) return { why: lightened, act: null };
  if (entry.hindered_by) return { why: hindranceText(entry.hindered_by), act: null };
  const solver = isSolved(layer) ? layer.settings : null;
  if (solver && !solver.exact_handles) {
    const why = 'Exact handles are off: the bend of large moves is not made up for.';
    return { why, act: 'exact' };
  }
  if (gaveWay(entry, wish)) return { why: gaveWayText, act: 'lock' };
  if (entry.yielded) return { why: boundText, act: null };
  if (report.stopped === 'element_limit') return { why: atLimitText, act: null };
  return { why: shortText, act: solver?.window ? 'window' : null };
}

function stillText(reason: 'pinned' | 'region'): string {
  return reason === 'pinned'
    ? 'The vertex is pinned, and no layer moves it. Choose another vertex.'
    : "It lies at the border of the layer's region, which stays. Add the vertices around it.";
}

/** Where the layer's weight is what most of the miss comes from. */
function lightenedText(entry: WishReport): string | null {
  const weight = entry.weight ?? 1;
  const full = entry.miss_at_full_weight ?? 0;
  if (weight === 1 || full > 0.5 * entry.miss) return null;
  return `The layer has a weight of ${Number(weight.toPrecision(3))} here: with 1 it would stop ${lengthText(full)} short.`;
}

function hindranceText({ name, kind }: NonNullable<WishReport['hindered_by']>): string {
  return kind === 'contact'
    ? `It would have to leave its contact with ${name}, which the layer keeps.`
    : `It would have to enter ${name}, and the layer enters no obstacle.`;
}

function nameOf(wishes: readonly Wish[], id: number, bodies: Bodies): string {
  const wish = wishes.find((other) => other.id === id);
  return wish ? handleName(wish, bodies) : `handle ${id}`;
}

/** Its name, or what it is: "Vertex 4182", "Region of 31". */
export function handleName(
  mark: Pick<Wish, 'name' | 'vertex' | 'vertices'> & { kind?: string | null },
  bodies?: Bodies,
): string {
  if (mark.name) return mark.name;
  if (mark.kind === 'pose') return 'Pose';
  if (mark.vertex !== undefined && mark.vertex !== null) return vertexTitle(bodies, mark.vertex);
  return `Region of ${mark.vertices?.length ?? 0}`;
}

/** "vertex 4182", "cup · vertex 12", "31 vertices". */
export function pointText(mark: Pick<Wish, 'vertex' | 'vertices'>, bodies?: Bodies): string {
  if (mark.vertex !== undefined && mark.vertex !== null) return vertexText(bodies, mark.vertex);
  const count = mark.vertices?.length ?? 0;
  return count === 0 ? 'whole body' : `${count} vertices`;
}
