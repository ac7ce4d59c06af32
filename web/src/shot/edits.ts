import type { PoseHold, PoseKey, PoseSettings } from './poses';
import type { Delta, Settings, Vec3, WeightCurve, Wish } from './shot';

// Edits of the document (docs/shot.md, "edits"). Ids of 0 are given by the program.

type New<T> = Omit<T, 'id'> & { id?: number };
export type NewWish = New<Wish>;
export type NewDelta = New<Delta>;
/** As a row of the table of layers begins it. */
export type NewLayer = {
  kind: string;
  name: string;
  id?: number;
  wishes?: NewWish[];
  [key: string]: unknown;
};

/** A pose without its shape, which stays. */
export type ChangedPose = Omit<PoseKey, 'met'>;
/** What is given replaces. */
export type PoseChange = {
  settings?: PoseSettings;
  frames?: number;
  modes?: number;
  share?: number;
  holds?: PoseHold[];
};

/** Edits that only layers of one kind have: each kind adds its own, in its own file. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface LayerEdits {}

export type Edit =
  | LayerEdits[keyof LayerEdits]
  | { edit: 'rename_shot'; name: string }
  | { edit: 'add_layer'; index: number; content: NewLayer }
  | { edit: 'remove_layer'; layer: number }
  | { edit: 'move_layer'; layer: number; index: number }
  | { edit: 'rename_layer'; layer: number; name: string }
  | { edit: 'set_muted'; layer: number; muted: boolean }
  | { edit: 'set_solo'; layer: number; solo: boolean }
  | { edit: 'set_weight'; layer: number; weight: WeightCurve }
  | { edit: 'change_settings'; layer: number; settings: Settings }
  | { edit: 'add_wish'; layer: number; index: number; wish: NewWish }
  | { edit: 'remove_wish'; layer: number; wish: number }
  | { edit: 'change_wish'; layer: number; wish: Wish }
  | { edit: 'move_wish'; layer: number; wish: number; target: Vec3; drag: number }
  | { edit: 'set_poses'; poses: null }
  | { edit: 'remove_pose'; pose: number }
  | { edit: 'change_pose'; pose: ChangedPose; drag: number }
  | ({ edit: 'change_pose_settings'; drag: number } & PoseChange)
  | { edit: 'group'; name: string; edits: Edit[] };
