// All that waits for the browser's next frame, asked for once.
const waiting = new Set<() => void>();

function run(): void {
  const acts = [...waiting];
  waiting.clear();
  for (const act of acts) {
    try {
      act();
    } catch (error) {
      reportError(error); // the others are drawn all the same
    }
  }
}

/** Before the browser's next frame; gives back what takes it away again. */
export function onNextFrame(act: () => void): () => void {
  if (waiting.size === 0) requestAnimationFrame(run);
  waiting.add(act);
  return () => waiting.delete(act);
}
