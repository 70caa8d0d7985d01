import { describe, expect, it } from 'vitest';
import { lightGates } from '../../support/lightGates.js';
import { type PhaseProject, phaseProject } from '../../support/phaseProject.js';
import { answers, board, built, code, planned, spec, title, why } from '../../support/phaseStory.js';
import { describeLong } from '../../support/runs.js';

describe('a story from a repository without documents', () => {
  it('is planned, built, checked and closed, and ends in the archive and in a commit', async () => {
    const project = phaseProject(lightGates);
    const plan = await project.run('plan', undefined, { plan: [planned] }, { about: title, yes: true });
    expect(plan.outcome, why(plan)).toBe('passed');
    expect(plan.prompts).toHaveLength(1);
    expect(answers(plan)).toEqual(['plan allowed']);
    expect(project.repository.git('log', '--format=%s')).toMatch(/^docs: plan STORY-001, "; rm -rf/u);

    const act = await project.run('act', 'STORY-001', { act: [built] });
    expect(act.outcome, why(act)).toBe('passed');
    expect(answers(act)).toEqual(['act-in allowed', 'act-out allowed']);
    expect(act.prompts[0]).toContain(`Title: \`\`${title}\`\`. Status: \`In Progress\``);
    expect(act.prompts[0]).toContain('`pactwright board tick STORY-001 1`');
    expect(act.prompts[0]).toContain('- AC1: `Two prices are one sum (R1)`');

    // The reviewer finds something: the item goes back to who built it, with what the gate asks for.
    const found = { say: '- P1 no test of an empty cart\nVERDICT: FAIL' };
    const refused = await project.run('check', 'STORY-001', { check: [found] });
    expect(refused.outcome, why(refused)).toBe('refused');
    expect(refused.prompts).toHaveLength(1);
    expect(project.text(board)).toContain('- [ ] P1 no test of an empty cart');
    const end = refused.events.at(-1);
    expect(end?.event === 'end' && end.next).toContain('`pactwright phase act STORY-001 --here`');
    const mended = { replace: { [board]: [['- [ ] P1', '- [x] P1']] } } as const;
    const again = await project.run('act', 'STORY-001', { act: [mended] });
    expect(again.outcome, why(again)).toBe('passed');
    expect(again.prompts[0]).toContain('## What the gate check asked for last');
    expect(again.prompts[0]).toContain('`"P1 no test of an empty cart" is not ticked`');

    const silent = await project.run('check', 'STORY-001', { check: [{ say: 'It looks fine.' }] });
    expect(silent.outcome, why(silent)).toBe('unknown');
    expect(answers(silent)).toEqual(['check allowed']);
    const check = await project.run('check', 'STORY-001', { check: [{ say: 'PASS' }] });
    expect(check.outcome, why(check)).toBe('passed');
    expect(check.prompts[0]).toContain('added `src/cart.js`');

    const left = await project.run('done', 'STORY-001', { done: [{}] });
    expect(left.outcome, why(left)).toBe('left');
    expect(project.repository.git('log', '--format=%s')).not.toContain('close STORY-001');

    const done = await project.run(
      'done',
      'STORY-001',
      { done: [{}] },
      { yes: true, lesson: 'Sums are in `src/cart.js`' },
    );
    expect(done.outcome, why(done)).toBe('passed');
    expect(project.text(spec)).toContain('| Status | Done |');
    expect(project.text(board)).not.toContain('STORY-001');
    const archive = project.repository.git('ls-files', 'docs/product/archive');
    expect(project.text(archive)).toContain('[STORY-001]');
    expect(project.text('docs/architecture/governance/lessons.md')).toContain('Sums are in `src/cart.js`');
    expect(project.repository.git('status', '--porcelain')).toBe('');
    const [subject, , trailer] = project.repository.git('log', '-1', '--format=%B').split('\n');
    expect(subject).toMatch(/^docs: close STORY-001, "; rm -rf ~ #\$\(x\)/u);
    expect(trailer).toBe('Implements: STORY-001');

    const kinds = project
      .sessions()
      .map((lines) =>
        lines.map((line) => (JSON.parse(line) as { kind: string }).kind).filter((kind) => kind !== 'event'),
      );
    expect(kinds[1]).toEqual(['start', 'gate', 'before', 'process', 'lost', 'end', 'gate']);
  });
});

describeLong('a gate that refuses', () => {
  it('sends the agent back with exactly what it asks for', async () => {
    const project = phaseProject();
    await project.run('plan', undefined, { plan: [planned] }, { about: 'Add up', yes: true });
    const act = await project.run('act', 'STORY-001', { act: [{ files: { 'src/cart.js': code } }, built] });
    expect(act.outcome, why(act)).toBe('passed');
    expect(answers(act)).toEqual(['act-in allowed', 'act-out refused', 'act-out allowed']);
    expect(act.prompts).toHaveLength(2);
    expect(act.prompts[1]).toContain('Do: ``Write a test with an id');
    expect(act.prompts[1]).toContain('- tasks: `1 task not done');
    // It cannot continue its conversation, so it is told all again.
    expect(act.prompts[1]?.startsWith(act.prompts[0] ?? '-')).toBe(true);
  });
});

/** What the last commit holds. */
function committed({ repository }: PhaseProject): readonly string[] {
  return repository.git('show', '--format=', '--name-only', '-z', 'HEAD').split('\0').filter(Boolean).sort();
}

/** Without what refuses files that the spec does not name. */
const lenient = 'gates:\n  profile: own\n  profiles:\n    own:\n      off: [scope]\n';

describeLong('what is not committed when an item is closed', () => {
  const test = built.files['test/cart.test.js'];
  const open = { ...built, adds: ['src/cart.js', 'test/cart.test.js'] } as const;
  /** A spec that names no file, as one of a small item. */
  const unnamed = {
    ...planned,
    files: {
      ...planned.files,
      [spec]: planned.files[spec]
        .replace(/\| Touches \|.*\|/u, '| Touches | None |')
        .replace(/\| 1 \| `src\/cart\.js` \|/u, '| 1 | None |'),
    },
  } as const;

  it('is committed where it is the item’s; what others had changed before is told, and left', async () => {
    const project = phaseProject({ 'README.md': '# Shop\n', 'notes.txt': 'mine\n', 'src/tax.js': '' });
    await project.run('plan', undefined, { plan: [unnamed] }, { about: 'Add up', yes: true });
    project.repository.commit('Make ready', { 'package.json': project.text('package.json') });
    project.repository.write({
      'notes.txt': 'mine, changed\n',
      'README.md': '# My shop\n',
      'src/tax.js': 'export const tax = 1;\n',
      'src/draft.js': 'export const draft = 1;\n',
      'docs/specs/STORY-002.md': '# STORY-002: Later\n',
    });
    const act = await project.run('act', 'STORY-001', {
      act: [
        {
          ...open,
          files: {
            ...open.files,
            'src/tax.js': 'export const tax = 2;\n',
            'src/sum.js': code,
            'test/cart.test.js': `import { writeFileSync } from 'node:fs';\n${test}\nwriteFileSync('report.xml', '');\n`,
          },
        },
      ],
    });
    expect(act.outcome, why(act)).toBe('passed');
    expect(committed(project)).toEqual(expect.arrayContaining(['src/sum.js', 'src/tax.js']));
    const done = await project.run('done', 'STORY-001', {}, { agent: undefined, yes: true });
    expect(done.outcome, why(done)).toBe('passed');
    const steps = done.events.flatMap((event) => (event.event === 'planned' ? event.steps : []));
    expect(steps.at(-1)?.left).toEqual([
      { path: 'README.md', why: 'was changed before the work started, and not since' },
      { path: 'notes.txt', why: 'was changed before the work started, and not since' },
      { path: 'docs/specs/STORY-002.md', why: 'belongs to STORY-002' },
      { path: 'report.xml', why: 'was created by a test or command run' },
      { path: 'src/draft.js', why: 'was changed before the work started, and not since' },
    ]);
    expect(
      project.repository
        .git('status', '--porcelain')
        .split('\n')
        .map((line) => line.trim())
        .sort(),
    ).toEqual(['?? docs/specs/STORY-002.md', '?? report.xml', '?? src/draft.js', 'M README.md', 'M notes.txt']);
  });

  it('is left where the spec names files, and not these', async () => {
    const project = phaseProject({ 'README.md': '# Shop\n', '.pactwright/config.yaml': lenient });
    await project.run('plan', undefined, { plan: [planned] }, { about: 'Add up', yes: true });
    project.repository.commit('Make ready', { 'package.json': project.text('package.json') });
    const act = await project.run('act', 'STORY-001', {
      act: [{ ...open, files: { ...open.files, 'src/other.js': code, 'test/other.test.js': test } }],
    });
    expect(act.outcome, why(act)).toBe('passed');
    expect(committed(project)).toEqual(expect.arrayContaining(['test/other.test.js']));
    const done = await project.run('done', 'STORY-001', {}, { agent: undefined, yes: true });
    expect(done.outcome, why(done)).toBe('passed');
    expect(project.repository.git('status', '--porcelain')).toBe('?? src/other.js');
  });
});
