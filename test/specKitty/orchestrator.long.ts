import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../support/bundledCli.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** A checkout of spec-kitty-orchestrator 0.1.3, and a Python with the packages that it needs. */
const source = process.env['SPEC_KITTY_ORCHESTRATOR'] ?? path.resolve('.spec-kitty-orchestrator');
const python = process.env['SPEC_KITTY_PYTHON'] ?? path.join(source, '.venv/bin/python');

/** Why the real orchestrator cannot be run here; undefined: it can. */
function whyNot(): string | undefined {
  if (!existsSync(path.join(source, 'tests/e2e'))) return 'the program spec-kitty-orchestrator is not installed';
  const needed = 'import filelock, typer, rich, pydantic, pytest, pytest_asyncio, pytest_mock';
  return spawnSync(python, ['-c', needed]).status === 0
    ? undefined
    : 'the program spec-kitty-orchestrator is not installed';
}

const reason = whyNot();

describe.skipIf(reason !== undefined)(
  `spec-kitty-orchestrator${reason === undefined ? '' : ` (skipped: ${reason})`}`,
  () => {
    const cli = bundledCli();

    it('drives us through all of its own end-to-end tests', { timeout: 600_000 }, () => {
      const home = temporaryFolder();
      const shim = path.join(home, 'bin', 'spec-kitty');
      mkdirSync(path.dirname(shim));
      writeFileSync(shim, `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`);
      chmodSync(shim, 0o755);
      const args = ['-m', 'pytest', 'tests/e2e', '-m', 'e2e and not real_agents', '-q', '-p', 'no:cacheprovider'];
      const env = {
        PATH: process.env['PATH'],
        HOME: home,
        SK_ORCH_E2E_SPEC_KITTY_BIN: shim,
        PYTHONPATH: path.join(source, 'src'),
      };
      const out = execFileSync(python, args, {
        cwd: source,
        env: { ...env, PYTHONDONTWRITEBYTECODE: '1' },
        encoding: 'utf8',
      });
      expect(out).toMatch(/^10 passed/mu);
    });
  },
);
