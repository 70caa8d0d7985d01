import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { askGate } from '../../server/src/execution/gates/askGate.js';
import { node } from '../cheats/stacks/node.js';
import { paths, shop } from '../cheats/story.js';
import { type GitRepository, gitRepository } from '../support/gitRepository.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { calibrate, measureByTurns, ratiosOf, report } from './measure.js';
import { testMachine } from '../support/testMachine.js';

const cli = path.resolve('dist/cli.js');

/** How many times as much of the processor as Node that does nothing: what we want, and what fails. A gate runs no code that an earlier run compiled. */
const cached = { aim: 8, bound: 32 };

/** STORY-002 is done, on its branch. */
function finished(): GitRepository {
  const repository = gitRepository();
  repository.commit('STORY-001: Add up prices', shop(node));
  repository.branch('feature/STORY-002');
  repository.commit('STORY-002: Lower totals from 100 on', {
    [node.paths.discount]: node.discount,
    [node.paths.discountTest]: node.discountTest,
    [paths.board]: String(shop(node)[paths.board]).replaceAll('- [ ]', '- [x]'),
  });
  return repository;
}

describe('gates', () => {
  it('start nothing where nothing relevant changed, and what is needed where something did', async () => {
    const repository = finished();
    const env = { ...process.env, PACTWRIGHT_STATE: temporaryFolder() };
    const starts = async (): Promise<number> => {
      const { verdict, starts: count } = await askGate({
        folder: repository.folder,
        gate: 'done',
        item: 'STORY-002',
        profile: undefined,
        fresh: false,
        recorded: false,
        trustCommands: false,
        machine: testMachine(env),
        signal: new AbortController().signal,
        onEvent: () => undefined,
        warn: () => undefined,
      });
      expect(verdict.answer).toBe('allowed');
      return count;
    };
    const first = await starts();
    const again = await starts();
    repository.write({ 'README.md': '# The shop\n' });
    const afterReadme = await starts();
    repository.commit('STORY-002: The shop has a name');
    const afterCommit = await starts();
    repository.write({ [node.paths.discount]: `${node.discount}\n` });
    const afterSource = await starts();
    report('processes that a done gate starts', { first, again, afterReadme, afterCommit, afterSource });
    expect({ again, afterReadme, afterCommit }).toEqual({ again: 0, afterReadme: 0, afterCommit: 0 });
    expect(first).toBeGreaterThan(0);
    expect(afterSource).toBeGreaterThan(0);
    expect(afterSource).toBeLessThanOrEqual(first);
  });

  it(`with everything seen before take at most ${cached.bound} times what Node takes to do nothing`, () => {
    expect(existsSync(cli), 'dist/cli.js: run `npm run build` first').toBe(true);
    const { folder } = finished();
    process.env['PACTWRIGHT_STATE'] = temporaryFolder();
    execFileSync(process.execPath, [cli, 'gate', 'done', 'STORY-002', '--root', folder], { stdio: 'ignore' });
    const gate = [cli, 'gate', 'done', 'STORY-002', '--root', folder];
    const measured = measureByTurns({ nothing: ['-e', '0'], gate }, 9);
    const { processor, wall } = ratiosOf(measured['gate'], measured['nothing']);
    report('a done gate with everything seen before, × node', {
      processor,
      wall,
      aim: cached.aim,
      'calibration ms': calibrate(),
    });
    expect(processor).toBeLessThanOrEqual(cached.bound);
  });
});
