import { createSignal, onCleanup, type Accessor } from 'solid-js';

/** Of the page, CSS px. To be called inside a component. */
export function createPageSize(): Accessor<{ width: number; height: number }> {
  const read = () => ({ width: window.innerWidth, height: window.innerHeight });
  const [size, setSize] = createSignal(read());
  const onResize = () => setSize(read());
  window.addEventListener('resize', onResize);
  onCleanup(() => window.removeEventListener('resize', onResize));
  return size;
}
