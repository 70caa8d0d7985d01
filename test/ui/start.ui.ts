import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cleanEnvironment } from '../../scripts/lib/processes.mjs';
import { repository } from '../../scripts/lib/repository.mjs';
import { openFile, openPage, squiggles } from './workbench.js';

const mark = 'PACTWRIGHT_START_TEST';

describe('npm start', () => {
  it('shows the findings, serves VS Code with the demo project, and leaves nothing running when it is stopped', async () => {
    const id = `${process.pid}-${Date.now()}`;
    const npm = spawn('npm', ['start', '--', '--no-open'], {
      cwd: repository,
      env: cleanEnvironment({ [mark]: id }),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const stopped = once(npm, 'exit');
    try {
      const { address, output } = await addressIn(npm);
      expect(output).toMatch(/W006/);
      const { page, close } = await openPage(address);
      await openFile(page, 'STORY-002.md');
      await squiggles(page, 'warning').first().waitFor();
      expect(runningWith(id).length).toBeGreaterThan(2);
      await close();
    } finally {
      // What Ctrl+C does: the terminal sends it to everything in the foreground.
      if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGINT');
    }
    await stopped;
    await expect.poll(() => runningWith(id), { timeout: 30_000 }).toEqual([]);
  });
});

/** Reads what it prints until it names the address. */
function addressIn(npm: ChildProcess): Promise<{ address: string; output: string }> {
  return new Promise((resolve, reject) => {
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(output)?.[0];
      if (address !== undefined) resolve({ address, output });
    };
    npm.stdout?.on('data', collect);
    npm.stderr?.on('data', collect);
    npm.once('exit', (code) => {
      reject(new Error(`npm start ended with ${String(code)} before it named an address:\n${output}`));
    });
  });
}

/** Command lines of the processes that have inherited the mark (Linux). */
function runningWith(id: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const inherited = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(`${mark}=${id}`);
        return inherited ? [readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')] : [];
      } catch {
        return []; // it ended meanwhile
      }
    });
}
