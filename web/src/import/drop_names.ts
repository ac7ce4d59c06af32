// Names of what is dropped, and what of it the program can read.

const endings = new Set([
  ...['.obj', '.ply', '.stl', '.off', '.glb', '.gltf', '.md2', '.mesh', '.msh', '.veg', '.vtk'],
  ...['.node', '.ele', '.inp', '.abq', '.hinp', '.pc2', '.mdd', '.bin'],
]);

export function importable(name: string): boolean {
  return endings.has(name.slice(name.lastIndexOf('.')).toLowerCase()) && !name.startsWith('.');
}

/** 128 random bits, as hex. */
export function dropName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function uploadUrl(drop: string, name: string): string {
  return `/upload/${drop}/${encodeURIComponent(name)}`;
}

/** "3.2 MB" */
export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'];
  const power = bytes < 1 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`;
}
