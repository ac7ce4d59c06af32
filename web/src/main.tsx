import '@fontsource-variable/inter/wght.css';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/components.css';
import '../styles/shell.css';
import '../styles/views.css';
import '../styles/panels.css';
import '../styles/timeline.css';
import '../styles/graphs.css';
import '../styles/inspect.css';
import '../styles/poses.css';
import '../styles/welcome.css';
import '../styles/sheets.css';
import { render } from 'solid-js/web';
import { Shell } from './app/Shell';
import { createEditor, EditorProvider } from './document/editor';
import type { Port } from './protocol/link';
import SocketWorker from './protocol/socket.worker?worker';

const editor = createEditor(new SocketWorker() as Port);
editor.link.connect(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/socket`);

render(
  () => (
    <EditorProvider value={editor}>
      <Shell />
    </EditorProvider>
  ),
  document.getElementById('root')!,
);
