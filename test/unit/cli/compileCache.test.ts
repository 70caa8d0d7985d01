import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const cli = bundledCli(undefined, 'test');

/** Stands for what Node has since 22.1, and tells when it is called. */
const told = 'compile cache';
const stub = `require('node:module').enableCompileCache = () => process.stderr.write('${told}\\n');`;

describe('what the engine has compiled', () => {
  it.each([
    ['lint', true],
    ['gate', false],
    ['record', false],
    ['--debug', false],
  ])('is kept between runs of %s: %s', (command, kept) => {
    const cwd = temporaryFolder({ 'stub.cjs': stub });
    const { stderr } = spawnSync(process.execPath, ['--require', path.join(cwd, 'stub.cjs'), cli, command, '--help'], {
      cwd,
      encoding: 'utf8',
    });
    expect(stderr.includes(told)).toBe(kept);
  });
});
