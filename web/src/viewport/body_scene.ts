import {
  Color,
  DoubleSide,
  LineBasicMaterial,
  LineSegments,
  Mesh as ThreeMesh,
  MeshStandardMaterial,
  Scene,
  BufferAttribute,
  BufferGeometry,
} from 'three';
import type { Mesh } from '../document/vertices';
import type { SurfaceKind } from '../document/view_state';
import type { Opened } from '../protocol/messages';
import { smoothNormals } from '../protocol/normals';
import type { Surface } from '../protocol/worker_messages';
import { clayColor, clayMaterial } from './clay';
import { Floor } from './floor';
import { StudioLight } from './lights';
import { edgesOf, SurfaceGeometry } from './surface_mesh';

export type BodyLook = {
  surface: SurfaceKind;
  wire: boolean;
  tets: boolean;
  props: boolean;
  colors: boolean;
  heat: boolean;
  heatScale: number;
};

// What one view shows in three dimensions: body, wires, props, floor and light.
export class BodyScene {
  readonly scene = new Scene();
  protected readonly simulation = new SurfaceGeometry();
  protected readonly render = new SurfaceGeometry();
  private readonly clay = clayMaterial();
  private readonly body = new ThreeMesh(this.simulation.geometry, this.clay.material);
  private readonly wire = lines(0x0c0e10, 0.13);
  private readonly tets = lines(0x0c0e10, 0.3);
  private readonly props: ThreeMesh[] = [];
  private readonly floor = new Floor();
  private readonly light = new StudioLight();
  private mesh: Mesh | null = null;
  private look: BodyLook | null = null;

  constructor() {
    this.body.castShadow = true;
    this.body.receiveShadow = true;
    for (const object of [this.body, this.wire, this.tets]) object.frustumCulled = false;
    this.body.visible = false;
    this.scene.add(this.floor.group, this.light.group, this.body, this.wire, this.tets);
  }

  open(opened: Opened): void {
    this.light.place(opened.center, opened.size);
  }

  setMesh(mesh: Mesh, opened: Opened): void {
    this.mesh = mesh;
    this.simulation.setTriangles(mesh.triangles);
    this.wire.geometry.setIndex(new BufferAttribute(edgesOf(mesh.triangles), 1));
    this.tets.geometry.setIndex(new BufferAttribute(mesh.tetEdges, 1));
    if (mesh.render) {
      this.render.setTriangles(mesh.render.triangles);
      this.render.setColors(mesh.render.colors);
    }
    this.setProps(mesh, opened);
    this.floor.place(groundHeight(mesh.rest, opened.size), opened.center, opened.size);
    if (this.look) this.setLook(this.look);
  }

  setLook(look: BodyLook): void {
    this.look = look;
    const render = look.surface === 'render';
    const colors = render && look.colors && !look.heat && Boolean(this.mesh?.render?.colors);
    const { material, uniforms } = this.clay;
    this.body.geometry = (render ? this.render : this.simulation).geometry;
    if (material.vertexColors !== colors) {
      material.vertexColors = colors;
      material.needsUpdate = true;
    }
    material.color = new Color(colors ? '#ffffff' : clayColor);
    uniforms.heatOn.value = look.heat ? 1 : 0;
    uniforms.heatScale.value = look.heatScale;
    material.transparent = look.tets;
    material.opacity = look.tets ? 0.35 : 1;
    this.wire.visible = look.wire && !render;
    this.tets.visible = look.tets;
    for (const prop of this.props) prop.visible = look.props;
  }

  show(simulation: Surface, render: Surface | undefined): void {
    this.simulation.show(simulation);
    if (render) this.render.show(render);
    const position = this.simulation.geometry.getAttribute('position');
    this.wire.geometry.setAttribute('position', position);
    this.tets.geometry.setAttribute('position', position);
    this.body.visible = this.body.geometry.hasAttribute('position');
  }

  hide(): void {
    this.body.visible = false;
    this.wire.visible = false;
    this.tets.visible = false;
  }

  private setProps(mesh: Mesh, opened: Opened): void {
    for (const prop of this.props) {
      this.scene.remove(prop);
      prop.geometry.dispose();
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

function lines(color: number, opacity: number): LineSegments<BufferGeometry, LineBasicMaterial> {
  const material = new LineBasicMaterial({ color, transparent: true, opacity, depthWrite: false });
  return new LineSegments(new BufferGeometry(), material);
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
