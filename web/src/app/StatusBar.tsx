import { Show } from 'solid-js';
import { useEditor } from '../document/editor';

export function StatusBar() {
  const { shot } = useEditor();
  return (
    <footer class="status">
      <div />
      <div>
        <Show when={shot.opened}>
          {(opened) => (
            <span class="wide">
              {opened().vertices.toLocaleString('en')} vertices ·{' '}
              {opened().tets.toLocaleString('en')} tets
            </span>
          )}
        </Show>
        <span>
          <kbd>?</kbd>keys
        </span>
      </div>
    </footer>
  );
}
