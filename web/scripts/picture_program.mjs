// The program under the browser, with a memory of its own that is thrown away.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../../build/release/apps/cli/retake', import.meta.url));

/** Starts `retake demo`, closes the shot and gives the address of the welcome page. */
export async function startProgram() {
  const state = await mkdtemp(join(tmpdir(), 'retake-pictures-'));
  const page = process.env.RETAKE_PAGE ? ['--page', process.env.RETAKE_PAGE] : [];
  const child = spawn(process.env.RETAKE ?? built, ['demo', 'beam', '--no-open', ...page], {
    env: { ...process.env, XDG_STATE_HOME: state },
    cwd: state,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await addressFrom(child);
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    await ended;
    await rm(state, { recursive: true, force: true });
  };
  return { address, stop };
}

function addressFrom(child) {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (bytes) => {
      said += bytes;
      const found = /http:\/\/\S+/.exec(said);
      if (found) resolve(found[0]);
    });
    child.once('exit', (code) => reject(new Error(`the program ended with ${code}: ${said}`)));
  });
}
