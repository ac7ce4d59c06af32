// What the program told and this page does not know: said once, by its name. The page goes on with the
// rest, and leaves what it does not know as it is.
import type { Opened, ShotDocument } from '../protocol/messages';
import { isUnknown } from '../shot/layer';
import type { UnknownLayer } from '../shot/layers/unknown';
import { sourceTrouble } from '../shot/source';

export type Stranger = { what: string; where: string; advice: string };

const advice = 'It stays as it is. Load the page again if the program was updated';

const unknownLayers = (document: ShotDocument | null): UnknownLayer[] =>
  (document?.layers ?? []).filter(isUnknown);

function strangeLayers(before: ShotDocument | null, now: ShotDocument | null): Stranger[] {
  const told = unknownLayers(before);
  const isNew = ({ id, trouble }: UnknownLayer) =>
    !told.some((layer) => layer.id === id && layer.trouble === trouble);
  return unknownLayers(now)
    .filter(isNew)
    .map(({ name, trouble }) => ({
      ...{ what: `This page cannot edit the layer ${name}`, where: trouble, advice },
    }));
}

type Told = { opened: Opened | null; document: ShotDocument | null };

/** The kind of source, as the program calls it. */
export const sourceName = ({ opened, document }: Told): string =>
  document?.source ?? opened?.source.kind ?? '';

function strangeSource(before: Told, now: Told): Stranger[] {
  const trouble = now.opened && sourceTrouble(sourceName(now));
  if (!trouble || (before.opened && sourceName(before) === sourceName(now))) return [];
  return [{ what: 'This page does not know where the motion comes from', where: trouble, advice }];
}

/** What a change of what is known brings along that this page does not know. */
export function strangersIn(before: Told, change: Partial<Told>): Stranger[] {
  const { opened = before.opened, document = before.document } = change;
  return [
    ...strangeLayers(before.document, document),
    ...strangeSource(before, { opened, document }),
  ];
}

export function strangePlaces(places: string[]): Stranger {
  const what = 'The program told what this page does not know';
  return { what, where: places.join(', '), advice };
}
