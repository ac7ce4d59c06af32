import type { Limits } from './limits';
import type { CurveScope } from '../shot/curve_home';
import type { CurveName } from '../shot/pose_curves';
import type { Heat, What } from '../protocol/requests';

// How this tab looks at the shot. None of it is part of the document.

export type Workspace = 'edit' | 'poses' | 'inspect';
export type Tool = 'select' | 'handle' | 'region' | 'pin' | 'contact' | 'trail' | 'probe';
export type PlayMode = 'loop' | 'once' | 'ping_pong';
export type ViewName = 'edit' | 'play';
export type SurfaceKind = 'simulation' | 'render';

export type Selection = {
  layer: number | null; // id
  wishes: number[]; // ids of wishes or displacements of that layer; the last is the active one
  vertex: number | null; // picked: trail, curves
};

export type Overlays = {
  ghost: boolean;
  onion: boolean;
  onionCount: number; // skins on either side
  onionStep: number; // frames between skins
  trail: boolean;
  trailReach: number; // frames before and after
  wire: boolean;
  tets: boolean;
  contacts: boolean;
  pins: boolean;
  handles: boolean;
  props: boolean;
  colors: boolean; // of the render surface
  heat: Heat;
};

// What the poses workspace looks at.
export type PoseView = {
  chosen: number | null; // id of a pose
  handle: number | null; // the chosen pose's own, by its vertex
  scope: CurveScope; // whose curves
  point: { curve: CurveName; index: number } | null; // of a curve over the spectrum
  mode: number; // from 0: its shape is shown, and what it does over time
  swings: boolean; // the shape plays
  beside: 'off' | 'linear' | 'warped'; // the same poses by another method
  vertices: number[]; // picked, to be held
};

export type Dialog =
  | 'none'
  | 'keys'
  | 'palette'
  | 'preferences'
  | 'import'
  | 'open'
  | 'save_as'
  | 'export'
  | 'save_edit'
  | 'apply_edit';

export type ViewState = {
  workspace: Workspace;
  tool: Tool;
  editFrame: number;
  playFrame: number;
  playing: boolean;
  playMode: PlayMode;
  everyFrame: boolean; // instead of real time
  range: [number, number]; // that plays
  seenFrames: [number, number] | null; // of the timeline; null: all
  selection: Selection;
  hoverVertex: number | null;
  overlays: Overlays;
  heatScale: number | null; // of full heat, in its unit; null: follows the largest value seen
  compare: Extract<What, 'result' | 'input' | 'blend'>; // what the right view plays
  surfaces: Record<ViewName, SurfaceKind>;
  linkedCameras: boolean;
  maximized: ViewName | null;
  activeView: ViewName;
  mode: number | null; // the vibration mode that the right view swings
  softRadius: number; // m, of region handles
  timeUnit: 'frames' | 'seconds';
  panels: { split: number; inspector: number; dock: number; graph: number }; // share; px; px; px
  dialog: Dialog;
  uiScale: number;
  ownScale: number | null; // a person’s choice of it; null: by the size of the window
  keymap: 'blender' | 'maya';
  limits: Limits; // a person's own, of the inspect workspace
  problem: string | null; // key of the one looked at in the inspect workspace
  poses: PoseView;
};

export function initialView(): ViewState {
  return {
    workspace: 'edit',
    tool: 'handle',
    editFrame: 0,
    playFrame: 0,
    playing: false,
    playMode: 'loop',
    everyFrame: false,
    range: [0, 0],
    seenFrames: null,
    selection: { layer: null, wishes: [], vertex: null },
    hoverVertex: null,
    overlays: {
      ghost: true,
      onion: false,
      onionCount: 2,
      onionStep: 8,
      trail: true,
      trailReach: 44,
      wire: true,
      tets: false,
      contacts: false,
      pins: true,
      handles: true,
      props: true,
      colors: true,
      heat: 'none',
    },
    heatScale: null,
    compare: 'result',
    surfaces: { edit: 'simulation', play: 'render' },
    linkedCameras: true,
    maximized: null,
    activeView: 'edit',
    mode: null,
    softRadius: 0.1,
    timeUnit: 'frames',
    panels: { split: 0.5, inspector: 0, dock: 0, graph: 0 },
    dialog: 'none',
    uiScale: 1,
    ownScale: null,
    keymap: 'blender',
    limits: {},
    problem: null,
    poses: {
      ...{ chosen: null, handle: null, point: null, vertices: [] },
      ...{ mode: 0, swings: true, beside: 'off', scope: 'all' },
    },
  };
}
