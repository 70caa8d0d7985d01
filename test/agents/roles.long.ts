import { expect, it } from 'vitest';
import { bundledCli } from '../support/bundledCli.js';
import { built } from '../support/phaseStory.js';
import { writeFiles } from '../support/temporaryFolder.js';
import { installedVersion, openPlay, type Played } from './play.js';
import { tellingOf } from './tellingOf.js';

/** Real programs as a project casts them: by phase and role, each with its model, and the reviewer is not the builder. */

const cli = bundledCli();
const story = 'STORY-001';
const missing = (['claude', 'codex'] as const).filter((id) => installedVersion(id) === undefined);
const why = missing.length === 0 ? '' : ` (skipped: ${missing.join(', ')} is not installed)`;

const config = [
  'agents:',
  '  phases:',
  '    act: { agent: claude }',
  '    check: { agent: [claude, codex], role: critic }',
  '  roles:',
  '    developer: { agent: claude, model: claude-sonnet-4-9 }',
  '    critic: { agent: codex, model: gpt-5-mini }',
  'review: { differentAgent: required }',
  '',
].join('\n');

it.skipIf(why !== '')(
  `builds with one program and reviews with another, in the roles of the project${why}`,
  async () => {
    const play = await openPlay('claude', cli, 'codex');
    writeFiles(play.folder, {
      '.pactwright/config.yaml': config,
      '.pactwright/roles/critic.md':
        '---\ntitle: critic\n---\n\nLook at the money first, says the role of this project.\n',
    });
    play.git('add', '--all');
    play.git('commit', '--quiet', '-m', 'chore: cast the phases');
    const phase = (...words: readonly string[]): Promise<Played> =>
      play.pactwright('phase', ...words, '--headless', '--format', 'events');

    play.model.play([
      { acts: [{ write: 'test/cart.test.js', text: built.files['test/cart.test.js'] }] },
      { acts: [{ write: 'src/cart.js', text: built.files['src/cart.js'] }] },
      { acts: [{ run: `pactwright board tick ${story} 1` }] },
      { say: 'It is done.' },
    ]);
    const acted = await phase('act', story);
    expect(acted.code, tellingOf(acted)).toBe(0);
    const builders = play.model.seen.filter(({ isMain }) => isMain);
    expect(new Set(builders.map((one) => one.path))).toEqual(new Set(['/v1/messages']));
    expect(builders.every(({ text }) => text.includes('"model":"claude-sonnet-4-9"'))).toBe(true);
    expect(builders[0]?.text).toContain('developer');

    const first = play.model.seen.length;
    play.model.play([{ acts: [{ read: 'src/cart.js' }] }, { say: 'I find nothing.\n\nVERDICT: PASS' }]);
    const checked = await phase('check', story);
    expect(checked.code, tellingOf(checked)).toBe(0);
    const reviewers = play.model.seen.slice(first).filter(({ isMain }) => isMain);
    expect(new Set(reviewers.map((one) => one.path))).toEqual(new Set(['/v1/responses']));
    expect(reviewers.every(({ text }) => text.includes('"model":"gpt-5-mini"'))).toBe(true);
    expect(reviewers[0]?.text).toContain('Look at the money first');
    expect(reviewers[0]?.text).toContain('security auditor');
    expect(await play.leftOver()).toEqual([]);
  },
  280_000,
);
