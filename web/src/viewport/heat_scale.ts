// A round number at or above the value: 1, 1.5, 2, 3, 5 or 7.5 times a power of ten.
export function roundUp(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const digits = [1, 1.5, 2, 3, 5, 7.5, 10];
  return power * digits.find((digit) => digit * power >= value * (1 - 1e-9))!;
}

export function largest(values: Float32Array): number {
  let most = 0;
  for (const value of values) if (value > most) most = value;
  return most;
}

// The largest value seen of one quantity in one state of the document. While a hand drags it only
// grows, so that colours do not flicker.
export class HeatRange {
  most = 0;
  private revision = -1;

  take(values: Float32Array, { revision, draft }: { revision: number; draft: boolean }): void {
    if (!draft && revision !== this.revision) {
      this.most = 0;
      this.revision = revision;
    }
    this.most = Math.max(this.most, largest(values));
  }
}

// How many values fall into each of `bins` equal parts of 0 to `scale`; beyond counts as last.
export function histogram(values: Float32Array, scale: number, bins: number): number[] {
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const bin = Math.floor((value / scale) * bins);
    counts[Math.max(0, Math.min(bins - 1, bin))]++;
  }
  return counts;
}
