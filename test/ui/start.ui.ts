import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanEnvironment, run } from '../../scripts/lib/processes.mjs';
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

  it('opens the demo project in the installed VS Code where there is one', async () => {
    // Stands in for the desktop's program, which cannot be had everywhere: says what it was called with.
    const folder = mkdtempSync(path.join(os.tmpdir(), 'pactwright code-'));
    writeFileSync(
      path.join(folder, 'code'),
      `#!/bin/sh\nfor one in "$@"; do printf '%s\\n' "$one"; done > "$(dirname "$0")/called"\n`,
      { mode: 0o755 },
    );
    const { code, output } = await run('npm', ['start'], {
      cwd: repository,
      env: cleanEnvironment({ PATH: `${folder}${path.delimiter}${process.env['PATH'] ?? ''}` }),
    });
    expect(output).toMatch(/W006/);
    expect(code).toBe(0);
    const demo = path.join(repository, '.demo', 'bookshop');
    expect(readFileSync(path.join(folder, 'called'), 'utf8').trim().split('\n')).toEqual([
      '--new-window',
      `--extensionDevelopmentPath=${repository}`,
      demo,
    ]);
    expect(existsSync(path.join(demo, 'docs/specs'))).toBe(true);
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
