import { describe, expect, it } from 'vitest';
import { allEntries } from '../../../server/src/doors/cli/run.js';
import { complete } from '../../../server/src/doors/cli/complete.js';
import type { Machine } from '../../../server/src/workspace/machine.js';
import { cleanSpec } from '../../support/projectTexts.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

/** Files alone: whoever asks for anything else, git or a program above all, fails. */
function filesOnly(): Machine {
  const { files, clock, parsed } = testMachine({});
  return new Proxy({ files, clock, parsed } as Machine, {
    get: (target, name) => {
      if (Reflect.has(target, name)) return Reflect.get(target, name) as unknown;
      throw new Error(`completion asks for ${String(name)}`);
    },
  });
}

const board =
  '# Sprint\n\n## 📋 Backlog\n\n### [STORY-002] Lose the cart\n\n- [ ] x\n\n## 🔄 In Progress\n\n## ✅ Done\n';

const project = (): string =>
  temporaryFolder({
    'docs/specs/STORY-001.md': cleanSpec(),
    'docs/product/sprint_board.md': board,
    'other/docs/specs/BUG-007.md': cleanSpec('BUG-007'),
  });

/** What is offered for the last of the words, without descriptions. */
async function offered(...words: string[]): Promise<readonly string[]> {
  const lines = (await complete(words, allEntries, { cwd: project(), machine: filesOnly() })).split('\n').slice(0, -1);
  return lines.map((line) => line.split('\t', 1)[0] ?? '');
}

describe('what a shell may put in', () => {
  it.each<[line: string, texts: readonly string[]]>([
    ['li', ['lint']],
    ['new-t', ['new-test-case', 'new-test-file', 'new-tests-for']],
    ['--v', ['--version']],
    ['rec', []],
    ['agent ', ['list', 'run', 'sessions', 'stop', 'checkpoints', 'undo', 'resume', 'answer', 'gate', 'transcript']],
    ['board tic', ['tick']],
    ['agent run --p', ['--prompt-file', '--phase']],
    ['lint --b', ['--baseline']],
    ['lint --baseline x --b', []],
    ['lint --rule E005=off --ru', ['--rule']],
    ['lint --format ', ['text', 'json', 'sarif', 'junit', 'github']],
    ['lint --format=j', ['--format=json', '--format=junit']],
    ['lint --format = j', ['json', 'junit']],
    ['lint --format =', ['text', 'json', 'sarif', 'junit', 'github']],
    ['lint --rule E00', ['E000=', 'E001=', 'E002=', 'E003=', 'E004=', 'E005=', 'E006=', 'E007=', 'E008=', 'E009=']],
    ['lint --rule E005 = o', ['off']],
    ['lint --config ', [':path']],
    ['lint ', [':path']],
    ['lint -- --', [':path']],
    ['insights ', [':folder']],
    ['rules PW62', ['PW620', 'PW621', 'PW622', 'PW623', 'PW624', 'PW625', 'PW626']],
    ['gate d', ['done']],
    ['gate done ', ['STORY-001', 'STORY-002']],
    ['gate --profile strict done S', ['STORY-001', 'STORY-002']],
    ['gate --profile st', ['standard', 'strict']],
    [
      'gate done STORY-001 ',
      ['--root', '--profile', '--format', '--fresh', '--recorded', '--trust-commands', '--help'],
    ],
    ['gate done --root other ', ['BUG-007']],
    ['gate done --root=other B', ['BUG-007']],
    ['impact STORY-001/', ['STORY-001/R1', 'STORY-001/AC1']],
    ['board move STORY-001 ', ['STORY-001', 'STORY-002', 'backlog', 'in-progress', 'done']],
    ['new-item ', ['story', 'bug', 'hotfix']],
    ['completion ', ['bash', 'zsh', 'fish']],
    ['completion --', ['--help']],
    ['no-such-command ', []],
    ['agent no-such-word ', []],
  ])('%s', async (line, texts) => {
    expect(await offered(...line.split(' '))).toEqual(texts);
  });

  it('comes with what it means', async () => {
    const { code, out } = await run({ cwd: project() }, 'completion', '--query', '--', 'gate', 'done', 'STORY-002');
    expect([code, out]).toEqual([0, 'STORY-002\tLose the cart\n']);
  });

  it('is nothing, without a word, where it cannot be found out', async () => {
    const broken = temporaryFolder({ '.pactwright/config.yaml': 'paths: [', 'docs/specs/STORY-001.md': '' });
    for (const words of [['gate', 'done', '--root', '/no/such/folder', ''], ['agent', 'list', 'x', 'y', ''], []])
      expect(await run({ cwd: broken }, 'completion', '--query', '--', ...words)).toMatchObject({ code: 0, err: '' });
  });

  it('lets nothing from a repository into the command line but plain words', async () => {
    const evil = temporaryFolder({
      'docs/specs/README.md': '',
      'docs/product/sprint_board.md': board.replace('Lose the cart', '$(touch x)\u001b[2J'),
    });
    const { out } = await run({ cwd: evil }, 'completion', '--query', '--', 'gate', 'done', '');
    expect(out).toMatch(/^STORY-002\t.*\n$/u);
    expect(out).not.toContain('\u001b');
  });

  it.each([[[]], [['tcsh']], [['bash', 'zsh']]])('is written for shells that are known: %j', async (shells) => {
    const { code, err } = await run({ cwd: '/' }, 'completion', ...shells);
    expect(code).toBe(2);
    expect(err).toMatch(/^pactwright: completion takes .*bash.*\n$/u);
  });
});
