import type { Heat } from '../protocol/requests';

type Unit = 'length' | 'share';

export const heatNames: Record<Exclude<Heat, 'none'>, { title: string; unit: Unit }> = {
  edit_size: { title: 'Edit size', unit: 'length' },
  strain: { title: 'Strain', unit: 'share' },
  penetration: { title: 'Penetration', unit: 'length' },
  handle_error: { title: 'Handle error', unit: 'length' },
};

// The unit that keeps numbers up to the scale short.
function shown(scale: number, unit: Unit): { factor: number; name: string } {
  if (unit === 'share') return { factor: 100, name: '%' };
  if (scale < 0.01) return { factor: 1000, name: 'mm' };
  return scale < 1 ? { factor: 100, name: 'cm' } : { factor: 1, name: 'm' };
}

export function heatTicks(scale: number, unit: Unit): { unit: string; ticks: string[] } {
  const { factor, name } = shown(scale, unit);
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((t) => Number((t * scale * factor).toPrecision(3)));
  return { unit: name, ticks: ticks.map(String) };
}

// One value in the unit of the scale.
export function heatText(value: number, scale: number, unit: Unit): string {
  const { factor, name } = shown(scale, unit);
  return `${Number((value * factor).toPrecision(3))} ${name}`;
}
