import { describe, expect, it } from 'vitest';
import {
  findReleasePlace,
  findRemote,
  requireRepository,
} from '../../../server/src/execution/delivery/releasePlace.js';
import type { GitRefs } from '../../../server/src/workspace/ports.js';
import { type Told, toldMachine, toldRepository } from '../../support/toldMachine.js';

function deskOf(told: Told) {
  return { machine: toldMachine(told), signal: new AbortController().signal };
}

const onMain: GitRefs = { head: { branch: 'main', commit: 'a'.repeat(40) }, refs: [] };

describe('where a release is made', () => {
  it('is the branch that is checked out, without a remote where there is none', async () => {
    const desk = deskOf({ git: { refs: onMain }, programs: { 'git remote': {} } });
    expect(await findReleasePlace(toldRepository, '1.2.0', desk)).toEqual({
      branch: 'main',
      tag: 'v1.2.0',
      remote: undefined,
    });
    expect(desk.machine.ran).toEqual(['git remote']);
  });

  it.each([
    ['a detached HEAD', { ...onMain, head: {} }, 'HEAD is detached: check out the branch to release from'],
    [
      'a tag that exists',
      { ...onMain, refs: [{ name: 'refs/tags/v1.2.0', at: 0 }] },
      'the tag v1.2.0 already exists: use the next version',
    ],
  ])('is nowhere with %s', async (_name, refs, message) => {
    await expect(findReleasePlace(toldRepository, 'v1.2.0', deskOf({ git: { refs } }))).rejects.toThrow(message);
  });

  it('is nowhere without a repository', async () => {
    await expect(requireRepository('/elsewhere', deskOf({}))).rejects.toThrow(
      '/elsewhere is not in a git repository: there is no repository',
    );
  });
});

it.each([
  ['upstream\norigin\n', 'origin'],
  ['fork\nupstream\n', 'fork'],
  ['', undefined],
])('takes of the remotes %j the one named %s', async (output, expected) => {
  expect(await findRemote(toldRepository, deskOf({ programs: { 'git remote': { output } } }))).toBe(expected);
});
