import { createEffect, createMemo, on } from 'solid-js';
import { ask } from '../document/ask';
import { chosenPose, frameCount } from '../document/commands';
import type { ShotState } from '../document/state';
import { streams } from '../document/vertices';
import type { Heat } from '../protocol/requests';
import { closeUpVertex } from '../document/close_up';
import type { BodyLook } from './body_scene';
import { onionFrames, onionStreams } from './onions';
import type { Orbit } from './orbit';
import type { Stage } from './stage';

// Effects that turn the view state into looks on the streams and into settings of the scenes. To be
// called inside a reactive root.
export function lookThrough(stage: Stage): void {
  watchBodies(stage);
  watchShells(stage);
  watchLooks(stage);
  watchPlayback(stage);
  watchCloseUp(stage);
  watchTrail(stage);
  watchContacts(stage);
}

function watchBodies({ editor }: Stage): void {
  const { view, shot, looks } = editor;
  createEffect(() => {
    if (!shot.opened) return;
    const heat: Heat = view.overlays.heat;
    looks.look(streams.edit, { frame: view.editFrame, what: 'result', heat });
  });
  createEffect(() => {
    if (!shot.opened) return;
    if (view.workspace === 'inspect') {
      const { heat } = view.overlays;
      return looks.look(streams.play, { frame: view.editFrame, what: 'result', heat });
    }
    const { beside } = view.poses;
    if (view.workspace === 'poses') {
      if (beside === 'off') return looks.lookAway(streams.play);
      return looks.look(streams.play, { frame: view.editFrame, what: beside });
    }
    const heat: Heat = view.compare === 'input' ? 'none' : view.overlays.heat;
    looks.look(streams.play, { frame: view.playFrame, what: view.compare, heat });
  });
}

function watchShells(stage: Stage): void {
  const { view, shot, looks } = stage.editor;
  const posed = createMemo(() => chosenPose(stage.editor)?.id);
  createEffect(() => {
    const isPosing = view.workspace === 'poses';
    stage.edit.scene.setGhostColor(isPosing ? 'handle' : 'input');
    if (!shot.opened) return;
    if (!isPosing) return looks.look(streams.ghost, { frame: view.editFrame, what: 'input' });
    const pose = posed();
    stage.editor.vertices.forgetStream(streams.ghost);
    if (pose !== undefined) looks.look(streams.ghost, { frame: 0, what: 'pose', pose });
    else looks.lookAway(streams.ghost);
    stage.showShells();
    stage.edit.invalidate();
  });
  createEffect(() => {
    if (!shot.opened) return;
    const frames = frameCount(stage.editor);
    for (const { stream, frame } of onionFrames(view.editFrame, view.overlays, frames)) {
      if (frame !== null) looks.look(stream, { frame, what: 'result' });
      else {
        looks.lookAway(stream);
        stage.editor.vertices.forgetStream(stream);
      }
    }
    stage.showShells();
    stage.edit.invalidate();
  });
}

function watchLooks(stage: Stage): void {
  const { view, link } = stage.editor;
  const look = (name: 'edit' | 'play'): BodyLook => ({
    surface: view.mode !== null && name === 'play' ? 'simulation' : view.surfaces[name],
    wire: view.overlays.wire && (name === 'edit' || view.workspace === 'inspect'),
    tets: view.overlays.tets && name === 'edit',
    props: view.overlays.props,
    colors: view.overlays.colors && name === 'play' && view.workspace !== 'poses',
    heat: view.overlays.heat !== 'none' && (name === 'edit' || view.mode === null),
    heatScale: view.heatScale ?? (stage.heatScale() || 1),
  });
  createEffect(() => {
    const { edit, play } = view.surfaces;
    const editStreams = edit === 'render' ? [streams.edit, streams.ghost, ...onionStreams] : [];
    link.drawRenderSurface([...editStreams, ...(play === 'render' ? [streams.play] : [])]);
    stage.editor.looks.again();
  });
  createEffect(() => {
    stage.edit.scene.setLook(look('edit'));
    stage.play.scene.setLook(look('play'));
    stage.showShells();
    stage.invalidate();
  });
  createEffect(
    on(
      () => view.overlays.heat,
      () => void stage.resetHeat(),
    ),
  );
}

function watchCloseUp(stage: Stage): void {
  let before: Orbit | null = null; // of the right view
  createEffect(
    on(
      () => closeUpVertex(stage.editor),
      (vertex) => {
        if (vertex !== null) {
          before ??= stage.play.orbit;
          return stage.lookClosely();
        }
        if (before)
          stage.play.setOrbit(stage.editor.view.linkedCameras ? stage.edit.orbit : before);
        before = null;
      },
    ),
  );
}

function watchPlayback({ editor, playback, modes, play }: Stage): void {
  playback.follow();
  createEffect(() => {
    const { mode } = editor.view;
    modes.stop();
    if (mode !== null) void modes.start(mode);
    const frame = editor.vertices.frame(streams.play);
    if (mode === null && frame) play.scene.show(frame.simulation, frame.render);
    play.invalidate();
  });
}

// Changes whenever the motion may have: by an edit, while a hand drags, when modes have come.
function answered(shot: ShotState): unknown {
  const reports = Object.values(shot.reports).map((report) => report.cost);
  return [shot.document?.state, shot.opened?.modes.count, ...reports].join(' ');
}

function watchTrail({ editor, trail, edit }: Stage): void {
  const { view, shot } = editor;
  createEffect(
    on(
      () => [view.selection.vertex, view.overlays.trail, answered(shot)] as const,
      ([vertex, shown]) => void trail.refresh(shown ? vertex : null),
    ),
  );
  createEffect(
    on(
      () => shot.opened,
      () => trail.forget(),
    ),
  );
  createEffect(() => {
    void [view.selection.wishes.length, view.selection.layer, view.hoverVertex, view.editFrame];
    void [view.overlays.trail, view.overlays.trailReach, view.overlays.pins, view.overlays.handles];
    void [shot.document?.state, view.tool, view.workspace];
    void [view.poses.chosen, view.poses.handle, view.poses.vertices.length];
    edit.invalidate();
  });
}

function watchContacts(stage: Stage): void {
  const { view, shot } = stage.editor;
  createEffect(
    on(
      () => [view.overlays.contacts, view.editFrame, shot.document?.state] as const,
      async ([shown, frame]) => {
        stage.contacts = shown ? await ask(stage.editor, { type: 'contacts', frame }) : null;
        stage.edit.invalidate();
      },
    ),
  );
}
