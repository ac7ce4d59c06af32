import { createSignal, For, Show } from 'solid-js';
import { Icon } from '../widgets/Icon';
import { openFile, openScene } from '../document/commands';
import { useEditor } from '../document/editor';
import { ProblemNotes } from '../panels/Messages';
import { grouped } from '../text/number_text';
import type { Place, SceneCard } from '../protocol/messages';
import { baseName, dayText, folderOf } from '../text/file_names';
import { leftWords } from './left_words';

/** While no shot is open: scenes, files of late, and what was not saved. */
export function WelcomePage() {
  const editor = useEditor();
  const { shot } = editor;
  return (
    <main class="welcome">
      <Aside />
      <section class="scenes" aria-label="Scenes">
        <div class="scenes-head">
          <h2>Start with a scene</h2>
          <span class="mut">built in, nothing to download</span>
        </div>
        <div class="cards">
          <For each={shot.welcome?.scenes ?? []}>{(scene) => <SceneButton scene={scene} />}</For>
        </div>
        <div class="own">
          <div class="scenes-head">
            <h2>Bring your own animation</h2>
            <span class="mut">
              OBJ, PLY, STL, OFF, glTF or tets, with PC2, MDD or a folder of numbered meshes
            </span>
          </div>
          <div class="own-drop">
            <Icon name="import" size={24} />
            <b>Drop a mesh and its cache anywhere on this page</b>
            <span class="mut">A mesh alone is edited from its rest shape.</span>
            <button class="btn" onClick={() => editor.setView('dialog', 'open')}>
              Choose a file
            </button>
          </div>
        </div>
      </section>
    </main>
  );
}

function Aside() {
  const editor = useEditor();
  const { shot, view } = editor;
  return (
    <aside class="welcome-side">
      <div class="logo">
        <Icon name="brand" size={30} />
        <h1>Retake</h1>
      </div>
      <p class="lead">
        Grab a point at a frame and drag. The whole motion answers, before and after, the way the
        material would.
      </p>
      <div class="welcome-acts">
        <button onClick={() => editor.setView('dialog', 'open')}>
          <Icon name="folder" />
          Open a shot
          <kbd>Ctrl O</kbd>
        </button>
        <button onClick={() => editor.setView('dialog', 'keys')}>
          <Icon name="settings" />
          All keys
          <kbd>?</kbd>
        </button>
      </div>
      <For each={shot.welcome?.recovery ?? []}>{(place) => <Recovery place={place} />}</For>
      <ProblemNotes about={view.dialog === 'import' ? [] : ['open']} />
      <Show when={(shot.welcome?.recent.length ?? 0) > 0}>
        <div class="recent">
          <h2>Recent</h2>
          <For each={shot.welcome?.recent ?? []}>{(place) => <Recent place={place} />}</For>
        </div>
      </Show>
      <span class="grow" />
      <div class="welcome-foot">
        <span>Version {shot.welcome?.version ?? '–'}</span>
        <span>Keys: {view.keymap === 'maya' ? 'Maya' : 'Blender'}</span>
      </div>
    </aside>
  );
}

function Recovery(props: { place: Place }) {
  const editor = useEditor();
  const words = () => leftWords(props.place, new Date());
  return (
    <div class={`message ${props.place.ended ? 'note' : 'warning'}`}>
      <Icon name="info" size={14} />
      <div>
        <b>{words().what}</b>
        <p>{words().text}</p>
      </div>
      <div class="acts">
        <button
          class="btn small primary"
          onClick={() => void openFile(editor, props.place.file, true)}
        >
          {words().take}
        </button>
        <button class="btn small" onClick={() => void openFile(editor, props.place.file, false)}>
          {words().leave}
        </button>
      </div>
    </div>
  );
}

function Recent(props: { place: Place }) {
  const editor = useEditor();
  const folder = () => folderOf(props.place.file).split(/[\\/]/).slice(-2).join('/');
  return (
    <button
      class="recent-item"
      title={props.place.file}
      onClick={() => void openFile(editor, props.place.file)}
    >
      <b>{baseName(props.place.file)}</b>
      <span>{props.place.time ? dayText(props.place.time, new Date()) : ''}</span>
      <span>{folder()}</span>
    </button>
  );
}

function SceneButton(props: { scene: SceneCard }) {
  const editor = useEditor();
  const [opening, setOpening] = createSignal(false);
  const [hasPicture, setHasPicture] = createSignal(true);
  const progress = () => {
    const job = editor.shot.jobs.find(({ name }) => name.endsWith(` ${props.scene.name}`));
    return job?.fraction
      ? `${job.step || 'opening'} ${Math.round(100 * job.fraction)} %`
      : 'Opening…';
  };
  const open = async () => {
    setOpening(true);
    await openScene(editor, props.scene.name);
    setOpening(false);
  };
  return (
    <button
      class="card"
      classList={{ opening: opening() }}
      disabled={opening()}
      onClick={() => void open()}
    >
      <span class="card-picture">
        <Show when={props.scene.picture && hasPicture()}>
          <img src={props.scene.picture ?? ''} alt="" onError={() => setHasPicture(false)} />
        </Show>
        <span class="btn small primary go">{opening() ? progress() : 'Open'}</span>
      </span>
      <span class="card-text">
        <b>{props.scene.name}</b>
        <span>{props.scene.blurb}</span>
        <Show when={props.scene.vertices}>
          <span class="mut">
            {grouped(props.scene.vertices ?? 0)} vertices · {props.scene.frames} frames
          </span>
        </Show>
      </span>
    </button>
  );
}
