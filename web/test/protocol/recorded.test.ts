// Messages of the program itself, recorded by scripts/record_messages.mjs.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readMessage } from '../../src/protocol/messages';
import { isUnknown } from '../../src/shot/layer';

const recorded: { type: string }[] = JSON.parse(
  readFileSync(new URL('./recorded.json', import.meta.url), 'utf8'),
);

test.each(recorded.map((message, k) => [message.type, k, message] as const))(
  'a recorded %s (%i) is read as it is, and the page knows every key of it',
  (_, __, message) => {
    const unknown: string[] = [];
    const read = readMessage(structuredClone(message), unknown);
    expect(read).toEqual(message);
    expect(unknown).toEqual([]);
    if (read.type === 'document') expect(read.layers.filter(isUnknown)).toEqual([]);
  },
);
