import { createEffect, createRoot, on } from 'solid-js';
import { createSignal, type Accessor } from 'solid-js';
import type { Editor } from '../document/editor';
import { streams } from '../document/vertices';
import type { ViewName } from '../document/view_state';
import type { Contacts } from '../protocol/messages';
import type { BodyFrame } from '../protocol/worker_messages';
import { closeUpVertex } from '../document/close_up';
import { BodyScene } from './body_scene';
import { EditScene } from './edit_scene';
import { HeatRange, roundUp } from './heat_scale';
import { ModePlayer } from './mode_player';
import { fitted } from './fit';
import { framed, orbitFrom, zoomed, type Orbit } from './orbit';
import { Playback } from './playback';
import { Trail } from './trail';
import { View, type ViewParts } from './view';
import { vertexAt } from './vec';
import { lookThrough } from './watch';

const breathing = 1.12; // the scene's own view fills a whole picture; ours has things at its edges
const closeUpShare = 0.2; // of the body's size: radius of what the small view shows

// Both views and what feeds them.
export class Stage {
  readonly edit: View<EditScene>;
  readonly play: View;
  readonly playback: Playback;
  readonly trail: Trail;
  readonly modes: ModePlayer;
  readonly heatScale: Accessor<number>;
  contacts: Contacts | null = null;
  private readonly setHeatScale: (scale: number) => void;
  private chosenHeat: HeatRange | null = null;
  private heatRange: HeatRange | null = null; // the chosen one, once frames carry it
  private meshIsNew = false;
  private isUnseen = false; // opened, and no frame has come yet
  private readonly endings: (() => void)[] = [];

  constructor(
    readonly editor: Editor,
    parts: Record<ViewName, ViewParts>,
  ) {
    [this.heatScale, this.setHeatScale] = createSignal(1);
    this.edit = new View(parts.edit, new EditScene());
    this.play = new View(parts.play, new BodyScene());
    this.playback = new Playback(editor);
    this.trail = new Trail(editor, () => this.edit.invalidate());
    const failed = () => editor.setView('mode', null);
    this.modes = new ModePlayer(editor, this.play, () => editor.view.mode, { failed });
    this.endings.push(
      editor.vertices.onFrame((frame) => this.takeFrame(frame)),
      editor.vertices.onMesh(() => this.expectMesh()),
      createRoot((end) => {
        createEffect(
          on(
            () => editor.shot.opened,
            () => this.open(),
          ),
        );
        lookThrough(this);
        return end;
      }),
    );
    this.expectMesh();
  }

  dispose(): void {
    for (const end of this.endings) end();
    this.playback.stop();
    this.modes.stop();
    this.edit.dispose();
    this.play.dispose();
  }

  view(name: ViewName): View {
    return name === 'edit' ? this.edit : this.play;
  }

  invalidate(): void {
    this.edit.invalidate();
    this.play.invalidate();
  }

  setOrbit(name: ViewName, orbit: Orbit): void {
    this.view(name).setOrbit(orbit);
    if (closeUpVertex(this.editor) !== null) return this.lookClosely();
    if (this.editor.view.linkedCameras)
      this.view(name === 'edit' ? 'play' : 'edit').setOrbit(orbit);
  }

  // While inspecting, the right view is a small one of the worst vertex, from the side of the left.
  lookClosely(): void {
    const vertex = closeUpVertex(this.editor);
    const positions = this.editor.vertices.frame(streams.edit)?.simulation.positions;
    if (vertex === null || !positions) return;
    const size = this.editor.shot.opened?.size ?? 1;
    const place = vertexAt(positions, vertex);
    this.play.setOrbit(framed(this.edit.orbit, place, closeUpShare * size));
  }

  // Full heat follows the largest value of the quantity that is shown. Frames under way when another
  // is chosen still carry the old one.
  async resetHeat(): Promise<void> {
    const range = new HeatRange();
    const { looks } = this.editor;
    this.heatRange = null;
    this.chosenHeat = range;
    this.setHeatScale(0);
    await Promise.all([looks.renew(streams.edit), looks.renew(streams.play)]);
    if (this.chosenHeat === range) this.heatRange = range;
  }

  private takeHeat(frame: BodyFrame): void {
    const { heat } = frame.simulation;
    if (!heat || !this.heatRange) return;
    this.heatRange.take(heat, frame);
    const { most } = this.heatRange;
    this.setHeatScale(most > 0 ? roundUp(most) : 0);
  }

  private open(): void {
    const { opened } = this.editor.shot;
    if (!opened) return;
    const { eye, target, fov } = opened.view;
    for (const view of [this.edit, this.play]) {
      view.setOrbit(zoomed(orbitFrom(eye, target, fov), breathing, opened.size));
      view.scene.open(opened);
    }
    this.isUnseen = true;
    this.expectMesh();
  }

  // Nothing of the body is cut off where the views are narrower than the scene's own picture.
  private fit(positions: Float32Array): void {
    this.isUnseen = false;
    const { edit, play } = this;
    const orbit = fitted(edit.orbit, positions, edit.projector);
    for (const view of [edit, play]) view.setOrbit(orbit);
  }

  // The parts of a mesh come one by one: taken up together, before the next frame at the latest.
  private expectMesh(): void {
    this.meshIsNew = true;
    requestAnimationFrame(() => this.takeMesh());
  }

  private takeMesh(): void {
    const { opened } = this.editor.shot;
    if (!opened || !this.meshIsNew) return;
    this.meshIsNew = false;
    for (const view of [this.edit, this.play]) {
      view.scene.setMesh(this.editor.vertices.mesh, opened);
      view.invalidate();
    }
  }

  private takeFrame(frame: BodyFrame): void {
    this.takeMesh();
    this.takeHeat(frame);
    if (frame.stream === streams.play) {
      this.playback.arrived(performance.now());
      if (!this.modes.playing) this.play.scene.show(frame.simulation, frame.render);
      this.play.invalidate();
    } else if (frame.stream < streams.panels[0]) {
      if (frame.stream === streams.edit) {
        if (this.isUnseen) this.fit(frame.simulation.positions);
        this.edit.scene.show(frame.simulation, frame.render);
        this.lookClosely();
      }
      this.showShells();
      this.edit.invalidate();
    }
  }

  showShells(): void {
    const { overlays, surfaces, workspace } = this.editor.view;
    const wanted = (stream: number) =>
      workspace !== 'inspect' && (stream === streams.ghost ? overlays.ghost : overlays.onion);
    this.edit.scene.showShells(this.editor.vertices, surfaces.edit, wanted);
  }
}
