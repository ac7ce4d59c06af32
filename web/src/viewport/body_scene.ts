import {
  Color,
  DoubleSide,
  LineBasicMaterial,
  LineSegments,
  Mesh as ThreeMesh,
  MeshStandardMaterial,
  Scene,
  type Material,
  type Object3D,
  SRGBColorSpace,
  BufferAttribute,
  BufferGeometry,
} from 'three';
import type { Mesh } from '../document/vertices';
import type { SurfaceKind } from '../document/view_state';
import type { Opened } from '../protocol/messages';
import { embed } from '../protocol/embedding';
import { smoothNormals } from '../protocol/normals';
import type { Surface } from '../protocol/worker_messages';
import { clayColor, clayMaterial } from './clay';
import { Floor } from './floor';
import { StudioLight } from './lights';
import type { Vec3 } from '../shot/shot';
import { scale } from './vec';
import { edgesOf, meanLuminance, putNumbers, SurfaceGeometry } from './surface_mesh';

export type BodyLook = {
  surface: SurfaceKind;
  wire: boolean;
  tets: boolean;
  props: boolean;
  colors: boolean;
  heat: boolean;
  heatScale: number;
};

const wireStrength = 0.16;
const closestWires = 3.5; // px
const tetStrength = 0.3;
const roomyTets = 24; // px: edges of this length are drawn at full strength, dense ones fainter

// What one view shows in three dimensions: body, wires, props, floor and light.
export class BodyScene {
  readonly scene = new Scene();
  protected readonly simulation = new SurfaceGeometry();
  protected readonly render = new SurfaceGeometry();
  private readonly clay = clayMaterial();
  private readonly body = new ThreeMesh(this.simulation.geometry, this.clay.material);
  private readonly wires = { simulation: new BufferGeometry(), render: new BufferGeometry() };
  private readonly wire = lines(0x0c0e10, wireStrength);
  private readonly tets = lines(0xd5dee8, tetStrength); // light: they lie in a body that is seen through
  private readonly props: ThreeMesh[] = [];
  private readonly floor = new Floor();
  private readonly light = new StudioLight();
  private readonly edgeLengths = { simulation: 0, render: 0 }; // m, mean
  private mesh: Mesh | null = null;
  private look: BodyLook | null = null;
  private shown: Float32Array | null = null; // positions of the simulation mesh
  private ownColor: Color | null = null; // of a body without a render surface

  constructor() {
    this.body.castShadow = true;
    this.body.receiveShadow = true;
    for (const object of [this.body, this.wire, this.tets]) object.frustumCulled = false;
    this.tets.renderOrder = 1;
    this.body.visible = false;
    this.scene.add(this.floor.group, this.light.group, this.body, this.wire, this.tets);
  }

  dispose(): void {
    this.scene.traverse(freeResources);
  }

  hideFloor(): void {
    this.floor.group.visible = false;
  }

  open(opened: Opened): void {
    this.light.place(opened.center, opened.size);
    this.ownColor = new Color().setRGB(...opened.color, SRGBColorSpace);
  }

  setMesh(mesh: Mesh, opened: Opened): void {
    this.mesh = mesh;
    this.shown = null;
    Object.assign(this.edgeLengths, { simulation: 0, render: 0 });
    this.simulation.setTriangles(mesh.triangles);
    setEdges(this.wires.simulation, mesh.triangles);
    this.tets.geometry.setIndex(new BufferAttribute(mesh.interior?.edges ?? mesh.tetEdges, 1));
    if (mesh.render) {
      this.render.setTriangles(mesh.render.triangles);
      this.render.setColors(mesh.render.colors);
      setEdges(this.wires.render, mesh.render.triangles);
      if (mesh.render.colors)
        this.clay.uniforms.brightness.value = meanLuminance(mesh.render.colors);
    }
    this.setProps(mesh, opened);
    this.floor.place(groundHeight(mesh.rest, opened.size), opened.center, opened.size);
    if (this.look) this.setLook(this.look);
  }

  setLook(look: BodyLook): void {
    this.look = look;
    const render = look.surface === 'render';
    const colored = render && Boolean(this.mesh?.render?.colors);
    const { material, uniforms } = this.clay;
    this.body.geometry = (render ? this.render : this.simulation).geometry;
    if (material.vertexColors !== colored) {
      material.vertexColors = colored;
      material.needsUpdate = true;
    }
    const own = colored && look.colors && !look.heat;
    const plain = look.colors && !look.heat && !this.mesh?.render ? this.ownColor : null;
    material.color.set(own ? '#ffffff' : (plain ?? clayColor));
    uniforms.ownColors.value = own ? 1 : 0;
    uniforms.heatOn.value = look.heat ? 1 : 0;
    uniforms.heatScale.value = look.heatScale;
    material.transparent = look.tets;
    material.depthWrite = !look.tets; // or it would hide what is inside of it
    material.opacity = look.tets ? 0.35 : 1;
    this.wire.visible = look.wire;
    this.wire.geometry = this.wires[look.surface];
    this.tets.visible = look.tets;
    if (this.shown) this.showTets(this.shown);
    for (const prop of this.props) prop.visible = look.props;
  }

  show(simulation: Surface, render: Surface | undefined): void {
    this.simulation.show(simulation);
    if (render) this.render.show(render);
    this.measureEdges(simulation, render);
    this.light.follow(middleOf(simulation.positions));
    const position = this.simulation.geometry.getAttribute('position');
    this.wires.simulation.setAttribute('position', position);
    if (render) {
      const rendered = this.render.geometry.getAttribute('position');
      this.wires.render.setAttribute('position', rendered);
    }
    this.shown = simulation.positions;
    this.showTets(this.shown);
    this.body.visible = this.body.geometry.hasAttribute('position');
  }

  // Wires fade where they would lie closer than a few pixels. `pixel` is in metres at the body.
  seenAt(pixel: number): void {
    const length = (this.look && this.edgeLengths[this.look.surface]) ?? 0;
    const clear = (length / pixel - closestWires) / closestWires;
    this.wire.material.opacity = wireStrength * Math.max(0, Math.min(1, clear));
    const spread = this.edgeLengths.simulation / pixel / roomyTets;
    this.tets.material.opacity = tetStrength * Math.max(0.15, Math.min(1, spread));
  }

  // Of a surface the tets lie inside of it, with vertices of their own that ride on it.
  private showTets(positions: Float32Array): void {
    const { interior } = this.mesh ?? {};
    const { geometry, visible } = this.tets;
    if (!interior) {
      geometry.setAttribute('position', this.simulation.geometry.getAttribute('position'));
    } else if (visible) {
      putNumbers(geometry, 'position', embed(positions, interior, 3), 3);
    }
  }

  private measureEdges(simulation: Surface, render: Surface | undefined): void {
    const { wires, edgeLengths } = this;
    if (edgeLengths.simulation === 0)
      edgeLengths.simulation = meanEdge(simulation.positions, wires.simulation.index);
    if (edgeLengths.render === 0 && render)
      edgeLengths.render = meanEdge(render.positions, wires.render.index);
  }

  private setProps(mesh: Mesh, opened: Opened): void {
    for (const prop of this.props) {
      this.scene.remove(prop);
      freeResources(prop);
    }
    this.props.length = 0;
    mesh.props.forEach(({ positions, triangles }, k) => {
      const color = opened.props[k]?.color ?? [0.45, 0.47, 0.5];
      const prop = propMesh(positions, triangles, color);
      this.props.push(prop);
      this.scene.add(prop);
    });
  }
}

// What the graphics card holds for a thing of the scene.
function freeResources(object: Object3D): void {
  if (!(object instanceof ThreeMesh || object instanceof LineSegments)) return;
  (object.geometry as BufferGeometry).dispose();
  const materials = [object.material].flat() as Material[];
  for (const material of materials) material.dispose();
}

function lines(color: number, opacity: number): LineSegments<BufferGeometry, LineBasicMaterial> {
  const material = new LineBasicMaterial({ color, transparent: true, opacity, depthWrite: false });
  return new LineSegments(new BufferGeometry(), material);
}

// Mean of up to a few hundred vertices, evenly chosen.
function middleOf(positions: Float32Array): Vec3 {
  const count = positions.length / 3;
  const step = Math.max(1, Math.floor(count / 300));
  const sum: Vec3 = [0, 0, 0];
  let looked = 0;
  for (let v = 0; v < count; v += step, looked++)
    for (let k = 0; k < 3; k++) sum[k] += positions[3 * v + k];
  return scale(sum, 1 / Math.max(1, looked));
}

// Of up to a few hundred edges, evenly chosen.
function meanEdge(positions: Float32Array, edges: BufferAttribute | null): number {
  const count = edges ? edges.count / 2 : 0;
  const step = Math.max(1, Math.floor(count / 300));
  let sum = 0;
  let looked = 0;
  for (let edge = 0; edge < count; edge += step, looked++) {
    const [a, b] = [3 * edges!.array[2 * edge], 3 * edges!.array[2 * edge + 1]];
    const d = [0, 1, 2].map((k) => positions[a + k] - positions[b + k]);
    sum += Math.hypot(...d);
  }
  return looked ? sum / looked : 0;
}

function setEdges(geometry: BufferGeometry, triangles: Uint32Array): void {
  geometry.setIndex(new BufferAttribute(edgesOf(triangles), 1));
}

function propMesh(
  positions: Float32Array,
  triangles: Uint32Array,
  color: [number, number, number],
): ThreeMesh {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(smoothNormals(positions, triangles), 3));
  geometry.setIndex(new BufferAttribute(triangles, 1));
  const material = new MeshStandardMaterial({
    color: new Color().setRGB(...color, 'srgb'),
    roughness: 0.85,
    side: DoubleSide,
  });
  const mesh = new ThreeMesh(geometry, material);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

// The floor is at zero, or at the body's lowest point where that lies deeper.
function groundHeight(rest: Float32Array, size: number): number {
  let lowest = Infinity;
  for (let i = 1; i < rest.length; i += 3) lowest = Math.min(lowest, rest[i]);
  return lowest < -0.02 * size ? lowest : 0;
}
