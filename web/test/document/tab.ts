import { createEditor } from '../../src/document/editor';
import type { Port } from '../../src/protocol/link';
import type { ProgramMessage } from '../../src/protocol/messages';
import type { FromWorker, ToWorker } from '../../src/protocol/worker_messages';
import { aDocument, anOpened, aWish } from '../samples';

// A page whose program is played by the test.
export function start() {
  const heard: Record<string, unknown>[] = [];
  const raw: ToWorker[] = [];
  const port: Port = {
    onmessage: null,
    postMessage(message) {
      raw.push(message);
      if (message.kind === 'send') heard.push(JSON.parse(message.text));
    },
  };
  const editor = createEditor(port, () => 5000);
  const post = (data: FromWorker) => port.onmessage!({ data });
  const say = (message: ProgramMessage) => post({ kind: 'message', message });
  const answer = async (message: ProgramMessage) => {
    say({ ...message, reply: heard.at(-1)!.id as number });
    await Promise.resolve();
  };
  post({ kind: 'state', state: 'open', reason: '' });
  return { editor, heard, raw, post, say, answer };
}

export function opened() {
  const tab = start();
  tab.say(anOpened());
  tab.say(aDocument([aWish(5)]));
  return tab;
}
