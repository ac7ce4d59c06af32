// A page from its socket to its document: what the program says comes in as text or bytes.
import { createEditor } from '../../src/document/editor';
import { inspect } from '../../src/document/commands';
import type { Port } from '../../src/protocol/link';
import { SocketSession, type Socket } from '../../src/protocol/socket_session';

export function wholePage() {
  const sent: Record<string, unknown>[] = [];
  const socket: Socket = {
    ...{ binaryType: 'blob', onopen: null, onmessage: null, onclose: null },
    send: (data) => void (typeof data === 'string' && sent.push(JSON.parse(data))),
    close: () => undefined,
  };
  const port: Port = { onmessage: null, postMessage: (message) => session.receive(message) };
  const session = new SocketSession(
    () => socket,
    (message) => port.onmessage!({ data: structuredClone(message) }),
    () => undefined,
  );
  const editor = createEditor(port, () => 5000);
  editor.link.connect('ws://here/socket');
  socket.onopen!();
  const sayText = (data: string) => socket.onmessage!({ data });
  const say = (message: unknown) => sayText(JSON.stringify(message));
  const sayBytes = (bytes: ArrayBuffer) => socket.onmessage!({ data: bytes });
  /** What a person reads of what went wrong, the newest last. */
  const told = () => editor.shot.problems.map(({ what, where }) => [what, where].join(' '));
  const ask = () => {
    const answer = inspect(editor);
    return { answer, id: sent.at(-1)!.id as number };
  };
  return { editor, sent, say, sayText, sayBytes, told, ask };
}
