import { createSignal, Match, onCleanup, onMount, Show, Switch } from 'solid-js';
import { useEditor, type Editor } from '../document/editor';
import type { ViewName } from '../document/view_state';
import { closeUpVertex } from '../document/close_up';
import { stageActs } from '../tools/stage_acts';
import { Interaction } from '../tools/interaction';
import { connectKeys, connectPointer, letGoWithTheProgram } from '../tools/pointer';
import { BesideHead, PoseFoot } from '../poses/pose_chrome';
import { SpectrumPanel } from '../poses/SpectrumPanel';
import { exposeForTests } from './expose';
import { HeatLegend } from '../viewport/HeatLegend';
import { MoveReadout } from './MoveReadout';
import { paintEditView } from './paint_edit';
import { paintCloseUp } from '../viewport/paint_inspect';
import { Splitter } from '../viewport/Splitter';
import { Stage } from '../viewport/stage';
import type { ViewParts } from '../viewport/view';
import { CloseUpHead, EditFoot, EditHead, PlayFoot, PlayHead } from './view_chrome';

type Ready = { stage: Stage; hand: Interaction };

function setTheStage(editor: Editor, parts: Record<ViewName, ViewParts>): Ready & { end(): void } {
  const stage = new Stage(editor, parts);
  const ending = new AbortController();
  const hand = new Interaction(stage, ending.signal);
  stage.edit.paintMarks = (c, projector) => paintEditView(c, projector, stage, hand);
  stage.edit.afterDraw = () => hand.placeReadout();
  stage.play.paintMarks = (c, projector) => paintCloseUp(c, projector, stage);
  connectPointer(stage, 'edit', hand, ending.signal);
  connectPointer(stage, 'play', null, ending.signal);
  connectKeys(hand, ending.signal);
  letGoWithTheProgram(hand);
  lookWhileSeen(editor, ending.signal);
  editor.stage.acts = stageActs(stage, hand);
  exposeForTests(stage, hand, ending.signal);
  const end = () => {
    editor.stage.acts = null;
    ending.abort();
    stage.dispose();
  };
  return { stage, hand, end };
}

function lookWhileSeen({ looks }: Editor, signal: AbortSignal): void {
  const follow = () => looks.setSeen(!document.hidden);
  document.addEventListener('visibilitychange', follow, { signal });
  follow();
}

// Which views there are, and how they share the room.
function createLayout(editor: Editor) {
  const { view } = editor;
  const isInset = (name: ViewName) => name === 'play' && closeUpVertex(editor) !== null;
  const isPosing = () => view.workspace === 'poses';
  const isBeside = () => isPosing() && view.poses.beside !== 'off';
  const isShown = (name: ViewName) => {
    if (isPosing() && name === 'play' && !isBeside()) return false;
    return view.maximized === null || view.maximized === name;
  };
  const share = () => {
    if (view.maximized) return '1fr';
    const { split } = view.panels;
    if (!isPosing()) return `${split}fr 4px ${1 - split}fr`;
    const views = isBeside() ? 'minmax(0, 0.5fr) 4px minmax(0, 0.5fr)' : 'minmax(0, 1fr)';
    return `${views} 4px minmax(0, 1.12fr)`;
  };
  return { isPosing, isBeside, isInset, isShown, share };
}

// What lies over the right view.
function PlayOver(props: { ready: Ready | null; isInset: boolean; isPosing: boolean }) {
  return (
    <Switch>
      <Match when={props.isInset}>
        <CloseUpHead />
      </Match>
      <Match when={props.isPosing}>
        <BesideHead />
      </Match>
      <Match when={!props.isPosing}>
        <PlayHead />
        <Show when={props.ready}>{(all) => <PlayFoot stage={all().stage} />}</Show>
      </Match>
    </Switch>
  );
}

// The frame under edit beside the result that plays, or beside the spectrum of its poses.
export function Views() {
  const editor = useEditor();
  const { view } = editor;
  const parts: Record<ViewName, Partial<ViewParts>> = { edit: {}, play: {} };
  const [ready, setReady] = createSignal<Ready | null>(null);

  onMount(() => {
    const { end, ...all } = setTheStage(editor, parts as Record<ViewName, ViewParts>);
    setReady(all);
    onCleanup(end);
  });

  const { isPosing, isBeside, isInset, isShown, share } = createLayout(editor);
  const pane = (name: ViewName) => ({
    classList: {
      active: view.activeView === name,
      hidden: !isShown(name) && !isInset(name),
      inset: isInset(name),
    },
  });

  return (
    <div class="views" style={{ 'grid-template-columns': share() }}>
      <div class="view" {...pane('edit')} ref={(host) => (parts.edit.host = host)} data-view="edit">
        <canvas ref={(canvas) => (parts.edit.picture = canvas)} />
        <canvas ref={(canvas) => (parts.edit.marks = canvas)} />
        <EditHead />
        <Show when={ready()}>{(all) => <MoveReadout readout={all().hand.readout()} />}</Show>
        <EditFoot />
        <Show when={isPosing()}>
          <PoseFoot />
        </Show>
        <Show when={ready()}>{(all) => <HeatLegend stage={all().stage} />}</Show>
      </div>
      <Show when={view.maximized === null && (!isPosing() || isBeside())}>
        <Splitter />
      </Show>
      <div class="view" {...pane('play')} ref={(host) => (parts.play.host = host)} data-view="play">
        <canvas ref={(canvas) => (parts.play.picture = canvas)} />
        <canvas ref={(canvas) => (parts.play.marks = canvas)} />
        <PlayOver ready={ready()} isInset={isInset('play')} isPosing={isPosing()} />
      </div>
      <Show when={isPosing() && view.maximized === null}>
        <i class="gap" />
        <SpectrumPanel />
      </Show>
    </div>
  );
}
