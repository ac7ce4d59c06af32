import { createEffect, onCleanup, onMount } from 'solid-js';
import { useEditor, type Editor } from '../document/editor';
import { BodyScene } from '../viewport/body_scene';
import { fitted } from '../viewport/fit';
import { ModePlayer } from '../viewport/mode_player';
import { orbitFrom } from '../viewport/orbit';
import { View, type ViewParts } from '../viewport/view';

const around = { side: 0.12, top: 12, bottom: 10 };

// The shape of the mode in a view of its own, warm where it goes far.
function showMode(editor: Editor, parts: ViewParts): void {
  const scene = new BodyScene();
  const view = new View(parts, scene);
  const { poses } = editor.view;
  const player = new ModePlayer(editor, view, () => poses.mode, { isHot: true });
  scene.hideFloor();
  scene.setLook({
    ...{ surface: 'simulation', wire: false, tets: false, props: false, colors: false },
    ...{ heat: true, heatScale: 1 },
  });
  const setMesh = () => {
    const { opened } = editor.shot;
    const { mesh } = editor.vertices;
    if (!opened || mesh.rest.length === 0) return;
    scene.open(opened);
    scene.setMesh(mesh, opened);
    const { eye, target, fov } = opened.view;
    const size = { width: parts.host.clientWidth, height: parts.host.clientHeight };
    view.setOrbit(fitted(orbitFrom(eye, target, fov), mesh.rest, size, true, around));
  };
  createEffect(() => {
    void editor.shot.opened?.modes.count;
    setMesh();
    player.stop();
    void player.start(poses.mode, poses.swings);
  });
  const ends = editor.vertices.onMesh(setMesh);
  onCleanup(() => {
    ends();
    player.stop();
    view.dispose();
  });
}

export function ModeView() {
  const editor = useEditor();
  const parts: Partial<ViewParts> = {};
  onMount(() => showMode(editor, parts as ViewParts));
  return (
    <div class="view mode-view" ref={(host) => (parts.host = host)}>
      <canvas ref={(canvas) => (parts.picture = canvas)} />
      <canvas ref={(canvas) => (parts.marks = canvas)} />
    </div>
  );
}
