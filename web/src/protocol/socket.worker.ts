import { SocketSession, type Socket } from './socket_session';
import type { ToWorker } from './worker_messages';

const session = new SocketSession(
  (url) => new WebSocket(url) as Socket,
  (message, transfer) => self.postMessage(message, { transfer }),
  (act, ms) => void setTimeout(act, ms),
);

self.onmessage = ({ data }: MessageEvent<ToWorker>) => session.receive(data);
