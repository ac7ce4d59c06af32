// Still WebP pictures put together to an animated one (WebP container specification, chunks VP8X, ANIM,
// ANMF).

const tag = (name) => Buffer.from(name, 'ascii');

function number(value, bytes) {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
}

function chunk(name, data) {
  const padding = Buffer.alloc(data.length % 2);
  return Buffer.concat([tag(name), number(data.length, 4), data, padding]);
}

// The chunks of a still file that hold its pixels.
function pixelsOf(still) {
  const kept = [];
  for (let at = 12; at < still.length;) {
    const name = still.toString('ascii', at, at + 4);
    const length = still.readUInt32LE(at + 4);
    if (['ALPH', 'VP8 ', 'VP8L'].includes(name)) {
      kept.push(chunk(name, still.subarray(at + 8, at + 8 + length)));
    }
    at += 8 + length + (length % 2);
  }
  return Buffer.concat(kept);
}

const overwrites = 2; // flag of a frame: its part takes the place of what was there

function frameOf({ still, left, top, width, height, duration }) {
  const header = [left / 2, top / 2, width - 1, height - 1, duration].map((n) => number(n, 3));
  return chunk('ANMF', Buffer.concat([...header, number(overwrites, 1), pixelsOf(still)]));
}

/**
 * Frames are `{ still, left, top, width, height, duration }`: a WebP file, the part of the picture that it
 * replaces (left and top even), and for how many milliseconds it shows. Repeats for ever.
 */
export function animatedWebp({ width, height }, frames) {
  const isAnimation = 2;
  const size = Buffer.concat([number(width - 1, 3), number(height - 1, 3)]);
  const head = chunk('VP8X', Buffer.concat([number(isAnimation, 4), size]));
  const repeats = chunk('ANIM', Buffer.concat([number(0, 4), number(0, 2)]));
  const body = Buffer.concat([tag('WEBP'), head, repeats, ...frames.map(frameOf)]);
  return Buffer.concat([tag('RIFF'), number(body.length, 4), body]);
}
