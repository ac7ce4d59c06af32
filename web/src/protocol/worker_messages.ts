import type { FloatMessage } from './binary';
import type { ProgramMessage } from './messages';

// What the page and its socket worker tell each other. Arrays are transferred, never copied.

export type Surface = { positions: Float32Array; normals: Float32Array; heat?: Float32Array };

// One frame of the body on one stream, ready to be drawn.
export type BodyFrame = {
  stream: number;
  serial: number;
  frame: number;
  revision: number;
  draft: boolean; // from the quick solve of a drag
  simulation: Surface;
  render?: Surface; // where the page asked for it
  workMs: number; // spent by the worker on it
};

export type MeshPart = { part: number; numbers: Float32Array | Uint32Array };
export type Answer = FloatMessage;

export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused';

export type ToWorker =
  | { kind: 'connect'; url: string }
  | { kind: 'send'; text: string }
  // The page has the frame: it may be acknowledged, on the connection that brought it.
  | { kind: 'taken'; serial: number; connection: number }
  | { kind: 'renderStreams'; streams: number[] }; // these also want the render surface

export type FromWorker =
  | { kind: 'state'; state: ConnectionState; reason: string }
  // `unknown`: places of keys that this page does not know, told once.
  | { kind: 'message'; message: ProgramMessage; unknown?: string[] }
  | { kind: 'frame'; frame: BodyFrame; connection: number }
  | { kind: 'mesh'; mesh: MeshPart }
  | { kind: 'answer'; answer: Answer }
  | { kind: 'garbled'; what: string; reply: number | null }; // the request that waits for it
