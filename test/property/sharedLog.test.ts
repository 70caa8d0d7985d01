import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createGit } from '../../server/src/host/git.js';
import { gitMoment } from '../../server/src/workspace/git/gitMoment.js';
import type { Git, GitRepository, LoggedCommit, WantedCommits } from '../../server/src/workspace/ports.js';
import { gitRepository } from '../support/gitRepository.js';
import { valueOf } from '../support/openWork.js';

const item = 'STORY-001';

/** `parents`: how far back each is. `at`: clocks differ. `body`: what else is said. */
const commit = fc.record({
  parents: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 2 }),
  at: fc.integer({ min: 1, max: 30 }),
  body: fc.constantFrom('', item, 'Why\n\nSigned-off-by: Ann <ann@example.org>'),
});

/** Places in the history, one of them in none. */
const places = fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { maxLength: 3 });

const question = fc.record({
  tips: places,
  known: places,
  kind: fc.constantFrom('all', 'edges', 'downTo', 'naming', 'alone'),
});

it('the log of a moment says what git says, whatever is asked for', async () => {
  const git = createGit();
  await fc.assert(
    fc.asyncProperty(
      fc.array(commit, { minLength: 12, maxLength: 12 }),
      fc.array(question, { maxLength: 6 }),
      async (commits, questions) => {
        const { folder, gitWith, git: tell } = gitRepository();
        gitWith(asStream(commits), 'fast-import', '--quiet', '--force');
        const hashes = [...tell('rev-list', '--all', '--topo-order', '--reverse').split('\n'), 'f'.repeat(40)];
        const repository = valueOf(await git.repository(folder));
        const moment = gitMoment(git).git;
        const { refs } = valueOf(await moment.refs(repository));
        // Not all of what is asked for later leads from there.
        const tips = refs.slice(0, 1).flatMap(({ commit: hash }) => hash ?? []);
        expect(sorted(await said(moment, repository, { tips }))).toEqual(sorted(await said(git, repository, { tips })));
        for (const { tips: from, known, kind } of questions) {
          const at = (some: readonly number[]): readonly string[] => some.flatMap((place) => hashes[place] ?? []);
          const wanted: WantedCommits = { tips: at(from), ...ofKind(kind, at(known)) };
          const now = await said(moment, repository, wanted);
          expect(sorted(now)).toEqual(sorted(await said(git, repository, wanted)));
          // Children come first, however the clocks differ.
          const order = now.map(({ hash }) => hash);
          if (kind === 'naming')
            for (const [index, later] of order.entries())
              for (const hash of order.slice(0, index)) expect(tell('rev-list', later).split('\n')).not.toContain(hash);
        }
      },
    ),
    { numRuns: 8 },
  );
}, 60_000);

function ofKind(kind: string, known: readonly string[]): Omit<WantedCommits, 'tips'> {
  const [downTo] = known;
  switch (kind) {
    case 'edges':
      return { known, edges: true };
    case 'downTo':
      return downTo === undefined ? {} : { downTo };
    case 'naming':
      return { naming: item };
    case 'alone':
      return { alone: true };
    default:
      return { known };
  }
}

const sorted = (commits: readonly LoggedCommit[]): readonly LoggedCommit[] =>
  [...commits].sort((one, other) => (one.hash < other.hash ? -1 : 1));

async function said(git: Git, repository: GitRepository, wanted: WantedCommits): Promise<readonly LoggedCommit[]> {
  const commits: LoggedCommit[] = [];
  valueOf(await git.log(repository, wanted, (one) => commits.push(one)));
  return commits;
}

/** For `git fast-import`: a branch for each commit that is nobody's parent. */
function asStream(commits: readonly { parents: readonly number[]; at: number; body: string }[]): string {
  const lines: string[] = [];
  commits.forEach(({ parents, at, body }, index) => {
    const person = `Ann <ann@example.org> ${1_700_000_000 + at} +0000`;
    const text = `Change ${index}\n\n${body}`;
    const before = parents.map((back) => index - back).filter((place) => place >= 0);
    lines.push(`commit refs/heads/b${index}\nmark :${index + 1}\nauthor ${person}\ncommitter ${person}\n`);
    lines.push(`data ${Buffer.byteLength(text)}\n${text}\n`);
    before.forEach((place, order) => lines.push(`${order === 0 ? 'from' : 'merge'} :${place + 1}\n`));
    lines.push(`M 100644 inline f${index % 3}.ts\ndata ${String(index).length}\n${index}\n`);
  });
  return lines.join('');
}
