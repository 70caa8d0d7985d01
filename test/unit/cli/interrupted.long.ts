import { spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { gitRepository } from '../../support/gitRepository.js';
import { has, unless } from '../../support/hasProgram.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const cli = bundledCli();
const sleeper = "require('node:fs').writeFileSync('.git/sleeper', String(process.pid)); setTimeout(() => {}, 60_000);";
const configuration = `gates:\n  commands:\n    coverage: [node, -e, ${JSON.stringify(sleeper)}]\n`;

/** Runs a command line in a pseudo terminal, and types Ctrl+C once it shows what it does. */
async function interrupted(
  cwd: string,
  args: readonly string[],
  when: () => boolean,
): Promise<{ code: number; out: string }> {
  // A shell that stays in between would take Ctrl+C, too, and end with 130 whatever the program ends with.
  const quoted = `exec ${[process.execPath, cli, ...args].map((word) => `'${word}'`).join(' ')}`;
  const env = { ...process.env, SHELL: '/bin/sh', XDG_CACHE_HOME: temporaryFolder() };
  const child = spawn('script', ['--quiet', '--return', '--command', quoted, '/dev/null'], { cwd, env });
  let out = '';
  let isTyped = false;
  child.stdout.on('data', (bytes: Buffer) => {
    out += bytes.toString();
    if (isTyped || !/^… /mu.test(out)) return;
    isTyped = true;
    const type = (): void => {
      if (when()) child.stdin.write('\u0003');
      else setTimeout(type, 100);
    };
    type();
  });
  const code = await new Promise<number>((resolve) => {
    child.on('close', (ended) => {
      resolve(ended ?? -1);
    });
  });
  return { code, out };
}

/** That of util-linux, which knows these options. */
const script = ['script', '--version'] as const;

describe.skipIf(!has(...script))(`Ctrl+C in a terminal${unless(...script)}`, () => {
  it.each([
    'visualize',
    'garden',
    'audit',
    'draw-graphs',
    'report',
    'pactkit visualize',
    'pactkit garden',
    'coverage --run --trust-commands',
  ])(
    'ends %s, with nothing half done',
    async (line) => {
      const args = line.split(' ');
      const { folder, git, write } = gitRepository();
      cpSync('server/src', path.join(folder, 'src'), { recursive: true });
      write({ 'docs/specs/README.md': '', '.pactwright/config.yaml': configuration });
      const marker = path.join(folder, '.git/sleeper');
      const { code, out } = await interrupted(folder, args, () => args[0] !== 'coverage' || existsSync(marker));
      expect(out).toMatch(/canceled/u);
      expect(out).not.toMatch(/Nothing to tidy up|graph TD/u);
      expect(code).toBe(3);
      expect(git('status', '--porcelain', '--', 'docs/architecture')).toBe('');
      if (existsSync(marker)) expect(() => process.kill(Number(readFileSync(marker, 'utf8')), 0)).toThrow('ESRCH');
    },
    120_000,
  );
});
