import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { Session, type SessionOptions } from '../../server/src/doors/lsp/session.js';
import { fileSystem } from '../../server/src/host/fileSystem.js';
import { createGit } from '../../server/src/host/git.js';
import { allRules } from '../../server/src/rules/registry.js';
import type { Git } from '../../server/src/workspace/ports.js';
import { gitRepository } from '../support/gitRepository.js';
import { cleanSpec } from '../support/projectTexts.js';

const spec = 'docs/specs/STORY-001.md';

let session: Session | undefined;
afterEach(() => session?.end());

function open(git: Git, onLinted: SessionOptions['onLinted'] = () => undefined): Session {
  session = new Session({
    files: fileSystem,
    git,
    clock: Date.now,
    rules: allRules,
    log: () => undefined,
    publisher: { publish: () => undefined, withdraw: () => undefined, uris: () => [] },
    onLinted,
    onBoardsChanged: () => undefined,
    onLearnt: () => undefined,
    onOutdated: () => undefined,
    onAdoptionOffer: () => undefined,
  });
  return session;
}

/** A git that says nothing until the question is given up. */
const never = (_: unknown, signal?: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => {
      reject(new DOMException('given up', 'AbortError'));
    });
  });

const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

function projectFolder(): string {
  const repository = gitRepository();
  repository.commit('feat: keep it (STORY-001)', { [spec]: cleanSpec() });
  return repository.folder;
}

describe('a git that does not answer', () => {
  it('holds up nobody who asks about a document', async () => {
    const folder = projectFolder();
    const uri = pathToFileURL(folder).href;
    const one = open({ ...createGit(), repository: never });
    one.trust();
    await one.setFolders([uri]);
    const document = { uri: `${uri}/${spec}`, version: 1, getText: () => 'another text\n' };
    one.changed(document);
    expect(await one.settled(document.uri)).toMatchObject({ version: 1, document: { text: 'another text\n' } });
    expect(await one.traces()).toHaveLength(1);
  });

  it('is asked again once folders have changed', async () => {
    const uri = pathToFileURL(projectFolder()).href;
    const git = createGit();
    let calls = 0;
    const one = open({
      ...git,
      repository: (folder, signal) => (calls++ === 0 ? never(folder, signal) : git.repository(folder, signal)),
    });
    one.trust();
    await one.setFolders([uri]);
    while (calls === 0) await aMoment();
    await one.setFolders([uri]);
    while (!(await one.traces())[0]?.project.git?.history) await aMoment();
    expect(calls).toBe(2);
  });
});

describe('an editor that is slow to take what it is told', () => {
  it('has all that documents say before git is asked', async () => {
    const git = createGit();
    let calls = 0;
    let taken = (): void => undefined;
    const one = open(
      {
        ...git,
        repository: (folder, signal) => {
          calls++;
          return git.repository(folder, signal);
        },
      },
      () =>
        new Promise((resolve) => {
          taken = resolve;
        }),
    );
    one.trust();
    await one.setFolders([pathToFileURL(projectFolder()).href]);
    await aMoment();
    expect(calls).toBe(0);
    taken();
    while (calls === 0) await aMoment();
  });
});
