// What each request is answered by, other than a problem (docs/protocol.md): a message of this type, or
// numbers of this kind.
import type { BinaryKind, Header } from './binary';
import type { Message, MessageType, ProgramMessage } from './messages';
import type { PageMessage } from './requests';
import type { Answer } from './worker_messages';

export const replies = {
  hello: 'welcome',
  open: 'done',
  close: 'done',
  save: 'saved',
  save_as: 'saved',
  export: 'saved',
  save_edit: 'saved',
  apply_edit: 'done',
  edit: 'done',
  begin_drag: 'done',
  end_drag: 'done',
  cancel_drag: 'done',
  undo: 'done',
  redo: 'done',
  go_to: 'done',
  look: 'done',
  look_away: 'done',
  trail: 'trail',
  amplitudes: 'amplitudes',
  force: 'force',
  mode: 'mode',
  contacts: 'contacts',
  inspect: 'inspection',
  fix: 'done',
  modes: 'done',
  files: 'files',
  examine: 'outlook',
  import: 'done',
  make_poses: 'done',
  store_pose: 'done',
  bend_pose: 'done',
  unbend_pose: 'done',
  spectrum: 'spectrum',
  track: 'track',
  pose_shape: 'pose',
  cancel: 'done',
  preferences: 'done',
} as const satisfies Record<PageMessage['type'], MessageType | BinaryKind>;

export type RequestType = keyof typeof replies;

// `Omit` that keeps the alternatives of a union apart.
type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type Request = Without<PageMessage, 'id'>;

type Named<N> = N extends MessageType
  ? Message<N>
  : N extends BinaryKind
    ? Answer & { header: Header & { kind: N } }
    : never;
export type Reply<T extends RequestType> = Named<(typeof replies)[T]>;

/** What an answer is: the type of a message, or the kind of its numbers. */
export const nameOf = (value: ProgramMessage | Answer): MessageType | BinaryKind =>
  'type' in value ? value.type : value.header.kind;

export function answers<R extends Request>(
  { type }: R,
  value: ProgramMessage | Answer,
): value is (ProgramMessage | Answer) & Reply<R['type']> {
  return nameOf(value) === replies[type];
}
