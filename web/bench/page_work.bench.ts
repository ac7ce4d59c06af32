import { bench, describe } from 'vitest';
import { Link } from '../src/protocol/link';
import { flags, writeBinary } from '../src/protocol/binary';
import { meshParts } from '../src/protocol/frame_maker';
import { SocketSession, type Socket } from '../src/protocol/socket_session';
import type { FromWorker } from '../src/protocol/worker_messages';
import { SurfaceGeometry } from '../src/viewport/surface_mesh';
import { histogram, largest } from '../src/viewport/heat_scale';
import { orbitFrom } from '../src/viewport/orbit';
import { Projector } from '../src/viewport/projector';
import { vertexAt } from '../src/viewport/vec';
import { bridgeSize, lattice, skinOf } from './lattice';

// The page's own work for one frame of a drag, without drawing: both views' messages are decoded,
// normals and the render surface made, geometry taken over, heat measured, the trail projected.
//   npm run bench

const body = lattice(bridgeSize);
const skin = skinOf(body, bridgeSize.skin);
const heat = new Float32Array(body.positions.length / 3).fill(0.5);

class QuietSocket implements Socket {
  binaryType: BinaryType = 'arraybuffer';
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose = null;
  send(): void {
    return;
  }
  close(): void {
    return;
  }
}

function part(stream: number, numbers: Uint32Array | Float32Array): ArrayBuffer {
  const kind = numbers instanceof Uint32Array ? flags.integers : 0;
  const header = { kind: 'mesh', stream, serial: 0, frame: 0, revision: 0 } as const;
  return writeBinary({ header: { ...header, count: 1, rows: 3, flags: kind }, numbers });
}

function positions(stream: number, isHot: boolean): ArrayBuffer {
  const count = body.positions.length / 3;
  const numbers = new Float32Array(isHot ? 4 * count : 3 * count);
  numbers.set(body.positions);
  if (isHot) numbers.set(heat, 3 * count);
  const header = { kind: 'positions', stream, serial: 1, frame: 96, revision: 2 } as const;
  return writeBinary({
    header: { ...header, count, rows: 3, flags: isHot ? flags.heat : 0 },
    numbers,
  });
}

function openPage() {
  const socket = new QuietSocket();
  const shown = [0, 1].map(() => ({
    simulation: new SurfaceGeometry(),
    render: new SurfaceGeometry(),
  }));
  const port: { onmessage: ((event: { data: FromWorker }) => void) | null; postMessage(): void } = {
    onmessage: null,
    postMessage: () => undefined,
  };
  new Link(port, {
    state: () => undefined,
    message: () => undefined,
    mesh: () => undefined,
    unknown: () => undefined,
    garbled: (what) => {
      throw new Error(what);
    },
    frame: ({ stream, simulation, render }) => {
      shown[stream].simulation.show(simulation);
      if (render) shown[stream].render.show(render);
      if (!simulation.heat) return;
      histogram(simulation.heat, largest(simulation.heat), 36);
    },
  });
  const session = new SocketSession(
    () => socket,
    (data) => port.onmessage!({ data }),
    () => undefined,
  );
  session.receive({ kind: 'connect', url: '' });
  socket.onopen!();
  session.receive({ kind: 'renderStreams', streams: [0, 1] });
  const hear = (data: ArrayBuffer) => socket.onmessage!({ data });
  hear(part(meshParts.triangles, body.triangles));
  hear(part(meshParts.renderTriangles, skin.triangles));
  hear(part(meshParts.renderVertices, skin.vertices));
  hear(part(meshParts.renderWeights, skin.weights));
  return hear;
}

const projector = new Projector(orbitFrom([2, 1.5, 4], [0, 0.5, 0], 30), 620, 590);
const trail = body.positions.slice(0, 3 * 240);

function projectTrail(): number {
  let sum = 0;
  for (let frame = 0; frame < 240; frame++) sum += projector.project(vertexAt(trail, frame)).x;
  return sum;
}

// Time of the processor: what else the machine does meanwhile does not count.
const now = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000; // ms
};
const options = { now, time: 2000, warmupIterations: 20 };
const counts = `${body.positions.length / 3} vertices, ${skin.vertices.length / 4} of the render surface`;

describe(`a frame of a drag in both views: ${counts}`, () => {
  const hear = openPage();
  const plain = [positions(0, false), positions(1, false)];
  const hot = [positions(0, true), positions(1, true)];
  bench(
    'decode, normals, render surface, trail',
    () => {
      plain.forEach(hear);
      projectTrail();
    },
    options,
  );
  bench(
    'the same with heat',
    () => {
      hot.forEach(hear);
      projectTrail();
    },
    options,
  );
});
