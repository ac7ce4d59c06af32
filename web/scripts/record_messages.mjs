// Records messages of the program, one of each shape, for test/protocol/recorded.test.ts:
//   RETAKE=../build/release/apps/cli/retake node scripts/record_messages.mjs
// Long lists are cut to their first entries: what is recorded is the shape.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import utils from 'playwright-core/lib/utilsBundle';

const binary = process.env.RETAKE;
if (!binary) throw new Error('set RETAKE to the program, e.g. ../build/release/apps/cli/retake');
const target = new URL('../test/protocol/recorded.json', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'retake-record-'));

async function startProgram() {
  const env = { ...process.env, XDG_STATE_HOME: join(folder, 'state') };
  const child = spawn(binary, ['demo', 'beam', '--no-open'], { cwd: folder, env });
  const address = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const found = /http:\/\/127\.0\.0\.1:(\d+)\/\?token=[0-9a-f]{32}/.exec(said);
      if (found) resolve(found[0]);
    });
    child.on('exit', (code) => reject(new Error(`the program ended (${code}): ${said}`)));
  });
  return { child, address };
}

async function connect(address) {
  const reply = await fetch(address, { redirect: 'manual' });
  const cookie = reply.headers.get('set-cookie').split(';')[0];
  const { origin, host } = new URL(address);
  const socket = new utils.ws(`ws://${host}/socket`, {
    headers: { Cookie: cookie, Origin: origin },
  });
  await new Promise((resolve) => socket.once('open', resolve));
  return socket;
}

// Paths instead of what is in this machine's folders, lists by their first three entries.
function shortened(value) {
  if (Array.isArray(value)) return value.slice(0, 3).map(shortened);
  if (typeof value === 'string') return value.replaceAll(folder, '/shots');
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one)]));
}

// Lists whose length is said elsewhere stay short together; the shape of an object is its keys.
const shapeOf = (value) =>
  Array.isArray(value)
    ? `[${[...new Set(value.map(shapeOf))].sort()}]`
    : typeof value === 'object' && value !== null
      ? `{${Object.keys(value)
          .sort()
          .map((key) => `${key}:${shapeOf(value[key])}`)}}`
      : typeof value;

class Page {
  messages = new Map();
  waiting = new Map();
  next = 1;

  constructor(socket) {
    this.socket = socket;
    socket.on('message', (data, isBinary) => isBinary || this.take(JSON.parse(data.toString())));
  }

  take(message) {
    const { reply, ...body } = message;
    const kept = shortened(body);
    const key = `${message.type} ${shapeOf(kept)}`;
    const ofType = [...this.messages.keys()].filter((one) => one.startsWith(`${message.type} `));
    if (ofType.length < 12) this.messages.set(key, kept);
    this.waiting.get(reply)?.(message);
    this.waiting.delete(reply);
  }

  ask(request) {
    const id = this.next++;
    this.socket.send(JSON.stringify({ ...request, id }));
    return new Promise((resolve) =>
      this.waiting.set(id, (answer) => {
        if (answer.type === 'problem') console.log(`${request.type} is refused: ${answer.what}`);
        resolve(answer);
      }),
    );
  }

  edit(edit) {
    return this.ask({ type: 'edit', edit });
  }
}

// What a person does in a few minutes, as far as it makes the program say something of another shape.
async function act(page) {
  await page.ask({ type: 'hello', protocol: 1 });
  await page.ask({ type: 'open', scene: 'beam' });
  await page.ask({ type: 'make_poses', frames: [0, 20, 40] });
  const [posed] =
    (await page.ask({ type: 'store_pose', frame: 30, from: { frame: 30 } })).ids ?? [];
  const bending = (await page.ask({ type: 'begin_drag' })).drag;
  const bend = { pose: posed, vertex: 60, target: [0.3, 1, 0], drag: bending };
  await page.ask({ type: 'bend_pose', ...bend });
  await page.ask({ type: 'end_drag' });
  await page.ask({ type: 'spectrum' });
  await page.edit({ edit: 'set_poses', poses: null });
  const target = [0.2, 1, 0];
  const wish = { kind: 'position', name: 'Reach', vertex: 60, frame: 24, target };
  const made = await page.edit({
    edit: 'add_layer',
    index: 0,
    content: { kind: 'green', name: 'Reach up', wishes: [wish] },
  });
  const [layer, handle] = made.ids;
  const envelope = { hold: [20, 30], ease_in: 8, ease_out: 8, easing: 'smooth' };
  const blend = { kind: 'blend', name: 'Settle', envelope, space: 'local' };
  const [second] = (await page.edit({ edit: 'add_layer', index: 1, content: blend })).ids;
  const delta = { vertex: 60, frame: 24, displacement: [0, 0.1, 0] };
  await page.edit({ edit: 'add_delta', layer: second, index: 0, delta });
  const weight = { easing: 'smooth', keys: [{ frame: 3, value: 0.5 }] };
  await page.edit({ edit: 'set_weight', layer, weight });
  const drag = (await page.ask({ type: 'begin_drag' })).drag;
  await page.ask({ type: 'look', stream: 0, frame: 24, what: 'result' });
  await page.edit({ edit: 'move_wish', layer, wish: handle, target: [0.3, 1.1, 0], drag });
  await page.ask({ type: 'end_drag' });
  await page.ask({ type: 'force', layer });
  await page.ask({ type: 'contacts', frame: 24 });
  await page.ask({ type: 'inspect' });
  await page.ask({ type: 'undo' });
  await page.ask({ type: 'files', folder });
  await page.ask({ type: 'save_as', file: join(folder, 'beam.json') });
  await page.ask({ type: 'export', file: join(folder, 'beam.pc2'), what: 'result', replace: true });
  await page.ask({ type: 'save_edit', file: join(folder, 'beam.retake-edit'), replace: true });
  await page.ask({ type: 'apply_edit', file: join(folder, 'beam.retake-edit'), targets: 'follow' });
  await page.ask({ type: 'modes', count: 24 });
  await page.edit({ edit: 'remove_layer', layer: 99 });
  await page.ask({ type: 'close' });
  await page.ask({ type: 'open', scene: 'bridge' });
  await page.ask({ type: 'open', file: join(folder, 'beam.json') });
}

const { child, address } = await startProgram();
try {
  const page = new Page(await connect(address));
  await act(page);
  const messages = [...page.messages.values()].sort((a, b) => (a.type < b.type ? -1 : 1));
  writeFileSync(target, JSON.stringify(messages, null, 1) + '\n');
  const types = [...new Set(messages.map(({ type }) => type))];
  console.log(`${messages.length} messages of ${types.length} types: ${types.join(', ')}`);
} finally {
  child.kill('SIGINT');
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
