// Between two bounds; the upper one gives way where they cross.
export function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
