import { Color, Mesh as ThreeMesh, type ShaderMaterial } from 'three';
import { streams, type Mesh, type VertexStore } from '../document/vertices';
import type { SurfaceKind } from '../document/view_state';
import type { Opened } from '../protocol/messages';
import { BodyScene } from './body_scene';
import { tokenColor } from './colors';
import { beforeBody, besideBody, ghostDepthMaterial, type GhostLook } from './ghost';
import { mostOnions } from './onions';
import { SurfaceGeometry } from './surface_mesh';

const apartShare = 0.008; // of the body's size: what stands closer is not drawn twice

// The left view: the body under edit with the ghost of its input and onion skins around it.
export class EditScene extends BodyScene {
  private readonly shells: Shell[];
  private readonly ghost: Shell;

  constructor() {
    super();
    const ghost = { color: tokenColor('input'), fill: 0.2, edge: 0.8 };
    this.ghost = new Shell(streams.ghost, ghost, mostOnions + 1);
    this.shells = [
      ...skins(streams.before, tokenColor('before')),
      ...skins(streams.after, tokenColor('after')),
      this.ghost,
    ];
    for (const shell of this.shells) this.scene.add(...shell.parts);
  }

  override setMesh(mesh: Mesh, opened: Opened): void {
    super.setMesh(mesh, opened);
    for (const shell of this.shells) shell.setMesh(mesh, apartShare * opened.size);
  }

  // Yellow for what came in, pink for a pose.
  setGhostColor(name: 'input' | 'handle'): void {
    this.ghost.setColor(tokenColor(name));
  }

  // Draws each shell whose stream has a frame and that is wanted.
  showShells(
    vertices: VertexStore,
    surface: SurfaceKind,
    wanted: (stream: number) => boolean,
  ): void {
    const body = vertices.surface(streams.edit, surface)?.positions;
    for (const shell of this.shells) {
      const own = vertices.surface(shell.stream, surface);
      shell.show(wanted(shell.stream) ? own : undefined, body, surface);
    }
  }
}

// The nearest first: those farther away in time are fainter and drawn under it.
function skins(list: readonly number[], color: Color): Shell[] {
  return list.map((stream, k) => {
    const look = { color, fill: 0.17 * 0.55 ** k, edge: 0.7 * 0.75 ** k };
    return new Shell(stream, look, mostOnions - k);
  });
}

class Shell {
  readonly parts: ThreeMesh[]; // drawn one after the other
  private readonly geometries = {
    simulation: new SurfaceGeometry(),
    render: new SurfaceGeometry(),
  };

  constructor(
    readonly stream: number,
    look: GhostLook,
    order: number,
  ) {
    const { geometry } = this.geometries.simulation;
    const materials = [ghostDepthMaterial(look), besideBody(look), beforeBody(look)];
    this.parts = materials.map((material) => new ThreeMesh(geometry, material));
    this.parts.forEach((mesh, place) => {
      mesh.renderOrder = 10 + order + 0.25 * place;
      mesh.frustumCulled = false;
      mesh.visible = false;
    });
  }

  setMesh(mesh: Mesh, threshold: number): void {
    this.geometries.simulation.setTriangles(mesh.triangles);
    if (mesh.render) this.geometries.render.setTriangles(mesh.render.triangles);
    for (const { material } of this.parts)
      (material as ShaderMaterial).uniforms.threshold.value = threshold;
  }

  setColor(color: Color): void {
    for (const { material } of this.parts)
      (material as ShaderMaterial).uniforms.color.value = color;
  }

  show(
    own: Parameters<SurfaceGeometry['show']>[0] | undefined,
    body: Float32Array | undefined,
    kind: SurfaceKind,
  ) {
    const visible = own !== undefined && body?.length === own.positions.length;
    for (const part of this.parts) part.visible = visible;
    if (!own || !body || !visible) return;
    const surface = this.geometries[kind];
    surface.show(own);
    surface.compareWith(body);
    for (const part of this.parts) part.geometry = surface.geometry;
  }
}
