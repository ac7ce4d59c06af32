// From the page (docs/protocol.md). Keys are spelled as on the wire.
import type { Edit } from '../shot/edits';
import type { PoseOrigin } from '../shot/poses';
import type { Vec3 } from '../shot/shot';

export type What = 'result' | 'input' | 'layer' | 'blend' | 'rest' | 'pose' | 'linear' | 'warped';
export const heats = ['none', 'edit_size', 'strain', 'penetration', 'handle_error'] as const;
export type Heat = (typeof heats)[number];

export type Look = {
  stream: number;
  frame: number;
  what: What;
  layer?: number;
  pose?: number; // its id
  heat?: Heat;
};

// Of handles on another motion: they keep their distance from it, or their place.
export type EditTargets = 'follow' | 'stay';

export type ExportOptions = {
  what: What;
  layer?: number;
  frames?: [number, number];
  mesh?: 'simulation' | 'render';
  morphs?: number;
  morph_error?: number;
  over?: string; // a USD file: the edit alone, as a layer over it
  prim?: string;
  turntable?: number;
  replace?: boolean;
};

// Files that were brought before, and what a person says about them (docs/protocol.md).
export type BroughtFiles = {
  drop: string;
  files: string[];
  up?: string;
  unit?: number; // metres
  fps?: number;
  start?: number;
  body?: string;
};

// `id`, where given, comes back as `reply`.
export type PageMessage = { id?: number } & (
  | { type: 'hello'; protocol: number }
  | { type: 'open'; scene?: string; file?: string; recover?: boolean }
  | { type: 'close' | 'undo' | 'redo' | 'begin_drag' | 'end_drag' | 'cancel_drag' | 'inspect' }
  | { type: 'save'; file?: string }
  | { type: 'save_as'; file: string }
  | ({ type: 'export'; file: string } & ExportOptions)
  | { type: 'save_edit'; file: string; replace: boolean }
  | { type: 'apply_edit'; file: string; targets: EditTargets }
  | { type: 'edit'; edit: Edit }
  | { type: 'go_to'; state: number }
  | ({ type: 'look' } & Look)
  | { type: 'look_away'; stream: number }
  | { type: 'trail'; vertices: number[]; weights: number[]; what: What }
  | { type: 'amplitudes' | 'force'; layer: number }
  | { type: 'mode'; index: number }
  | { type: 'contacts'; frame: number }
  | { type: 'fix'; problem: string; state: number }
  | { type: 'modes'; count: number }
  | { type: 'files'; folder: string }
  | ({ type: 'examine' | 'import' } & BroughtFiles)
  | { type: 'make_poses'; frames: number[] }
  | { type: 'store_pose'; frame?: number; name?: string; replace?: number; from: PoseOrigin }
  | { type: 'bend_pose'; pose: number; vertex: number; target: Vec3; drag: number }
  | { type: 'unbend_pose'; pose: number; vertex: number }
  | { type: 'spectrum'; span?: number }
  | { type: 'track'; mode: number }
  | { type: 'pose_shape'; pose: number }
  | { type: 'cancel'; job: number }
  | { type: 'preferences'; values: Record<string, unknown> }
);
