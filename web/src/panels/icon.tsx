import { For, type JSX } from 'solid-js';

// Icons on a grid of 16, drawn with one stroke width; `fill` parts are solid.
type Shape = { d: string; fill?: true; faint?: true };

const stroke = (...paths: string[]): Shape[] => paths.map((d) => ({ d }));
const solid = (...paths: string[]): Shape[] => paths.map((d) => ({ d, fill: true }));
const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

export const icons = {
  brand: [...stroke('M13.4 5.6A6 6 0 1 0 14 8.4', 'M14 2.4v3.6h-3.6'), ...solid('M6.7 5.5v5l4-2.500z')],
  undo: stroke('M5.4 3.2L2.6 6l2.800 2.800', 'M2.800 6h6.400a3.900 3.900 0 0 1 0 7.800H6.500'),
  redo: stroke('M10.600 3.200L13.400 6l-2.800 2.800', 'M13.200 6H6.800a3.900 3.900 0 0 0 0 7.800h2.700'),
  search: stroke(circle(7, 7, 4.3), 'M10.200 10.200l3.600 3.600'),
  close: stroke('M4.500 4.500l7 7', 'M11.500 4.500l-7 7'),
  down: stroke('M4 6.200l4 4 4-4'),
  right: stroke('M6.200 4l4 4-4 4'),
  plus: stroke('M8 3.200v9.600', 'M3.200 8h9.600'),
  minus: stroke('M3.200 8h9.600'),
  more: solid(circle(3.5, 8, 1.2), circle(8, 8, 1.2), circle(12.5, 8, 1.2)),
  first: [...stroke('M3.800 3.600v8.800'), ...solid('M12.400 3.600v8.800L5.600 8z')],
  last: [...stroke('M12.200 3.600v8.800'), ...solid('M3.600 3.600v8.800L10.400 8z')],
  previous: solid('M11 3.600v8.800L4.600 8z'),
  next: solid('M5 3.600v8.800L11.400 8z'),
  previousMark: solid('M12.600 3.600v8.800L6.800 8z', 'M3.500 5.500L6 8l-2.500 2.500L1 8z'),
  nextMark: solid('M3.400 3.600v8.800L9.200 8z', 'M12.500 5.500L15 8l-2.500 2.500L10 8z'),
  play: solid('M4.600 2.800v10.400L13 8z'),
  pause: solid('M4 3h2.900v10H4z', 'M9.100 3H12v10H9.100z'),
  loop: stroke('M3 7.400A3.400 3.400 0 0 1 6.400 4H13', 'M11 2l2 2-2 2', 'M13 8.600A3.400 3.400 0 0 1 9.600 12H3', 'M5 14l-2-2 2-2'),
  once: stroke('M2.500 8h9', 'M8.500 5l3 3-3 3', 'M13.500 4v8'),
  pingPong: stroke('M2.500 8h11', 'M5.500 5l-3 3 3 3', 'M10.500 5l3 3-3 3'),
  clock: stroke(circle(8, 8, 5.8), 'M8 4.800V8l2.300 1.500'),
  film: stroke('M2.500 3.500h11v9h-11z', 'M5.500 3.500v9', 'M10.500 3.500v9', 'M2.500 6.500h3', 'M2.500 9.500h3', 'M10.500 6.500h3', 'M10.500 9.500h3'),
  eye: stroke('M1.500 8C3.100 5.200 5.300 3.800 8 3.800s4.900 1.400 6.500 4.200c-1.600 2.800-3.800 4.200-6.500 4.200S3.100 10.800 1.500 8z', circle(8, 8, 1.9)),
  eyeOff: stroke('M2 9.300c1.600 1.900 3.600 2.900 6 2.900s4.400-1 6-2.900', 'M4.100 11.300L3 13', 'M8 12.200V14', 'M11.900 11.300L13 13'),
  lock: stroke('M3.500 7h9v6.500h-9z', 'M5.500 7V5a2.500 2.500 0 0 1 5 0v2'),
  unlock: stroke('M3.500 7h9v6.500h-9z', 'M5.500 7V5a2.500 2.500 0 0 1 4.700-1.200'),
  trash: stroke('M3 4.500h10', 'M6 4.500V2.700h4v1.800', 'M4.300 4.500l.6 9h6.200l.6-9'),
  key: stroke('M8 2.600L13.400 8 8 13.400 2.600 8z'),
  warning: stroke('M8 2.300l6.400 11.200H1.600z', 'M8 6.500v3.300', 'M8 11.700v.1'),
  error: stroke(circle(8, 8, 6.2), 'M8 4.800v4', 'M8 11v.1'),
  note: stroke(circle(8, 8, 6.2), 'M8 7.300v4', 'M8 4.900V5'),
  check: stroke('M3 8.500l3.200 3.200L13 5'),
  file: stroke('M4 1.800h5.400L12.500 5v9.200H4z', 'M9.300 1.800v3.300h3.200'),
  folder: stroke('M1.800 12.800V3.400h4.400l1.500 1.900h6.500v7.500z'),
  upward: stroke('M8 12.500v-9', 'M4.200 7.200L8 3.400l3.800 3.800'),
  mesh: stroke('M8 1.800l5.600 3.100v6.200L8 14.200l-5.600-3.100V4.900z', 'M2.400 4.900L8 8l5.600-3.100', 'M8 8v6.200'),
  wave: stroke('M1.500 8c1.500-5 3-5 4.300 0s2.800 5 4.200 0 2.600-4 4.500-1'),
  importing: stroke('M8 2v8', 'M5 7l3 3 3-3', 'M2.500 10.500v3h11v-3'),
  exporting: stroke('M8 10V2', 'M5 5l3-3 3 3', 'M2.500 10.500v3h11v-3'),
  layers: stroke('M8 2l6 3.200-6 3.200-6-3.200z', 'M2 8.300l6 3.200 6-3.200', 'M2 11.200l6 3.200 6-3.200'),
  sliders: stroke('M2.500 4.500h6', 'M11.500 4.500h2', 'M2.500 11.500h2', 'M7.500 11.500h6', circle(10, 4.5, 1.5), circle(6, 11.5, 1.5)),
  keyboard: stroke('M1.800 4h12.400v8H1.800z', 'M4.200 6.600h.1', 'M6.700 6.600h.1', 'M9.200 6.600h.1', 'M11.700 6.600h.1', 'M5 9.500h6'),
  history: stroke('M2.600 5.300A6 6 0 1 1 2 8.300', 'M2.200 2.500v3h3', 'M8 5v3.200l2.200 1.400'),
  auto: stroke('M3.500 12.500L8 3l4.500 9.500', 'M5.200 9h5.600'),
} satisfies Record<string, Shape[]>;

export type IconName = keyof typeof icons;

/** Decoration only: whoever uses it says in words what it stands for. */
export function Icon(props: { name: IconName; size?: number; style?: JSX.CSSProperties }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 16 16"
      aria-hidden="true"
      style={{ '--icon': props.size && `${props.size / 16}`, ...props.style }}
    >
      <For each={icons[props.name] as Shape[]}>
        {(shape) => <path class={shape.fill && 'fill'} d={shape.d} />}
      </For>
    </svg>
  );
}
