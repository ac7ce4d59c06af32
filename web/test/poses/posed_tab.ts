import { opened } from '../document/tab';
import { aDocument } from '../samples';
import { aPose, poses } from './sample_poses';

const rest = () => new Promise((resolve) => setTimeout(resolve, 0));

// A page that shows a shot of three poses, in the poses workspace.
export function posed() {
  const tab = opened();
  const source = poses(aPose(1, 0, 'Stand'), aPose(2, 24, 'Reach'), aPose(3, 48, 'Rest'));
  tab.say({ ...aDocument([]), frames: 61, poses: source });
  tab.editor.setView('workspace', 'poses');
  tab.heard.length = 0;
  return { ...tab, source };
}

export type PosedTab = ReturnType<typeof posed>;

// Answers everything that was asked, until nothing more is.
export async function answerAll({ heard, say }: Pick<PosedTab, 'heard' | 'say'>): Promise<void> {
  for (let answered = 0; ; answered = heard.length) {
    await rest();
    if (heard.length === answered) return;
    for (const { id } of heard.slice(answered))
      if (typeof id === 'number') say({ type: 'done', reply: id, drag: 7, ids: [9] });
  }
}

export const typesOf = ({ heard }: Pick<PosedTab, 'heard'>) => heard.map(({ type }) => type);

export function editsOf<T>({ heard }: Pick<PosedTab, 'heard'>): T[] {
  return heard.flatMap(({ type, edit }) => (type === 'edit' ? [edit as T] : []));
}
