// What the page must know of a kind of source: where the motion below all layers comes from. Each kind
// is one file in sources/ and one row of the table there.
export type SourceKind = {
  kind: string;
  word: string; // on the lowest track
  workspace: 'edit' | 'poses'; // where a shot of it opens
  isStill: boolean; // the same shape at all frames
  hasPoses: boolean; // `poses` of the document tells them
};
