// Parts of a green layer's settings changed, the rest kept: pure, so that they can be undone as one.
import type { Settings, Vec3, Wish } from '../shot/shot';

type Cost = Settings['cost'];
type Contacts = Settings['contacts'];
type Damping = Cost['damping'];

export const withCost = (settings: Settings, part: Partial<Cost>): Settings => ({
  ...settings,
  cost: { ...settings.cost, ...part },
});

const usualReach = (kind: Cost['kind']) => (kind === 'paper_dynamics' ? 0 : 1.75);

/** Another answer, with the reach that is usual for it unless someone has set their own. */
export function withKind(settings: Settings, kind: Cost['kind']): Settings {
  const { cost } = settings;
  const isUsual = cost.reach === usualReach(cost.kind);
  return withCost(settings, { kind, reach: isUsual ? usualReach(kind) : cost.reach });
}

export const withDamping = (settings: Settings, part: Partial<Damping>): Settings =>
  withCost(settings, { damping: { ...settings.cost.damping, ...part } });

export const withContacts = (settings: Settings, part: Partial<Contacts>): Settings => ({
  ...settings,
  contacts: { ...settings.contacts, ...part },
});

const letters = ['x', 'y', 'z'] as const;
export type Letter = (typeof letters)[number];

/** Letters along which the wish counts; null where its directions are not the axes of the world. */
export function heldAxes(wish: Wish): Letter[] | null {
  if (wish.direction || wish.directions) return null;
  if (wish.axes === undefined || wish.axes === null) return [...letters];
  return letters.filter((letter) => wish.axes?.includes(letter));
}

/** The wish with one axis held or free. At least one stays held: a wish must wish something. */
export function withAxis(wish: Wish, letter: Letter, isHeld: boolean): Wish {
  const held = heldAxes(wish) ?? [...letters];
  const next = letters.filter((other) => (other === letter ? isHeld : held.includes(other)));
  if (next.length === 0) return wish;
  const { axes: _axes, direction: _direction, directions: _directions, ...rest } = wish;
  return next.length === 3 ? rest : { ...rest, axes: next.join('') };
}

/** Hard, or soft with a weight (1 goes half of the way). */
export function withHold(wish: Wish, weight: number | null): Wish {
  const { weight: _weight, ...hard } = wish;
  return weight === null ? hard : { ...hard, weight };
}

/** The share of the way to its target that a soft wish goes: w / (1 + w). */
export function shareOf(weight: number): number {
  return weight / (1 + weight);
}

export function weightOf(share: number): number {
  const bounded = Math.min(0.999, Math.max(0.001, share));
  return bounded / (1 - bounded);
}

export function withCoordinate(place: Vec3, axis: number, value: number): Vec3 {
  return place.map((old, i) => (i === axis ? value : old)) as Vec3;
}
