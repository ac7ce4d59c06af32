import type { Heat } from '../protocol/messages';

export const heatNames: Record<
  Exclude<Heat, 'none'>,
  { title: string; unit: 'length' | 'share' }
> = {
  edit_size: { title: 'Edit size', unit: 'length' },
  strain: { title: 'Strain', unit: 'share' },
  penetration: { title: 'Penetration', unit: 'length' },
  handle_error: { title: 'Handle error', unit: 'length' },
};

// Numbers of the scale in a unit that keeps them short.
export function heatTicks(
  scale: number,
  unit: 'length' | 'share',
): { unit: string; ticks: string[] } {
  const [factor, name] =
    unit === 'share'
      ? [100, '%']
      : scale < 0.01
        ? [1000, 'mm']
        : scale < 1
          ? [100, 'cm']
          : [1, 'm'];
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((t) => Number((t * scale * factor).toPrecision(3)));
  return { unit: name, ticks: ticks.map(String) };
}
