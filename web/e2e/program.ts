import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

// The real program ($RETAKE), serving the page that is linked into it, or $RETAKE_PAGE.
export type Program = {
  address: string;
  kill(signal: 'SIGKILL' | 'SIGINT'): Promise<void>;
};

const startLimitMs = 120_000;

export async function startProgram(args: string[], folder: string): Promise<Program> {
  const binary = process.env.RETAKE;
  if (!binary) throw new Error('set RETAKE to the program, e.g. build/release/apps/cli/retake');
  const page = process.env.RETAKE_PAGE ? ['--page', process.env.RETAKE_PAGE] : [];
  const env = { ...process.env, XDG_STATE_HOME: `${folder}/state` };
  const child = spawn(binary, [...args, '--no-open', ...page], { cwd: folder, env });
  const address = await addressOf(child);
  return {
    address,
    async kill(signal) {
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => reject(new Error(`no address in: ${said}`)), startLimitMs);
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+\/\?token=[0-9a-f]{32}/.exec(said);
      if (!found) return;
      clearTimeout(timer);
      resolve(found[0]);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.on('exit', (code) => reject(new Error(`the program ended (${code}): ${said}`)));
  });
}
