import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { resumePrompt } from '../../../server/src/agents/playbooks/playbooks.js';
import { openGitRepository } from '../../support/gitRepository.js';
import { why } from '../../support/phaseStory.js';
import { itLong } from '../../support/runs.js';
import { sprintProject } from '../../support/sprintProject.js';
import { buildOf } from '../../support/sprintStory.js';

const id = 'STORY-001';
const own = { here: false } as const;

describe('an agent that continues after a crash', () => {
  itLong('is given the files that changed in the meantime, committed or not, and no others', async () => {
    const project = sprintProject([id]);
    const { files = {}, replace = {} } = buildOf(id);
    const broken = await project.run('act', id, { act: [{ files, code: 70 }] }, own);
    expect(broken.outcome, why(broken)).toBe('agentFailed');
    const session = /"id":"([^"]+)"/u.exec(project.sessions()[0]?.[0] ?? '')?.[1] ?? '';
    const resumes = { session, agentSession: 'its-own', began: session, prompt: 'Go on.\n' };
    const worktree = openGitRepository(path.join(`${project.repository.folder}.worktrees`, id));
    const test = 'test/story-001.test.js';
    const edited = `${files[test]?.toString() ?? ''}\n// A person was here.\n`;
    worktree.write({ [test]: edited });
    worktree.commit('Note', { 'notes/one.md': 'Mine.\n' });

    const resumed = await project.run('act', id, { act: [{ replace }] }, { ...own, resumes, rounds: 1 });
    expect(resumed.prompts[0]).toMatch(/^Go on\.\n/u);
    const named = (resumed.prompts[0] ?? '').split('\n').filter((line) => line.startsWith('- '));
    expect(named).toContain(`- \`${test}\``);
    expect(named).toContain('- `notes/one.md`');
    expect(named).not.toContain('- `src/story-001.js`');
  });

  it('is given nothing more where nothing changed, and a count where much did', () => {
    expect(resumePrompt('Go on.\n', [])).toBe('Go on.\n');
    const many = Array.from({ length: 25 }, (_, index) => `src/${index}.js`);
    expect(resumePrompt('Go on.\n', many)).toContain('- `src/19.js`\n- and 5 more');
  });
});
