import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { Session } from '../../server/src/doors/lsp/session.js';
import { fileSystem } from '../../server/src/host/fileSystem.js';
import { git } from '../../server/src/host/git.js';
import { allRules } from '../../server/src/rules/registry.js';
import type { Rule } from '../../server/src/rules/rule.js';

const file = 'docs/specs/STORY-001.md';
const folders: string[] = [];
const sessions: Session[] = [];
afterEach(async () => {
  for (const session of sessions.splice(0)) await session.end();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Started {
  readonly session: Session;
  readonly uri: (file: string) => string;
  readonly log: readonly string[];
  /** Codes of what is shown, by URI. */
  readonly shown: ReadonlyMap<string, readonly string[]>;
}

async function start(files: Readonly<Record<string, string>>, rules: readonly Rule[] = allRules): Promise<Started> {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'pactwright-session-')));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const log: string[] = [];
  const shown = new Map<string, readonly string[]>();
  let learnt: () => void = () => undefined;
  const hasLearnt = new Promise<void>((resolve) => {
    learnt = resolve;
  });
  const session = new Session({
    files: fileSystem,
    git,
    clock: Date.now,
    onLearnt: () => {
      learnt();
    },
    onOutdated: () => undefined,
    rules,
    log: (message) => log.push(message),
    publisher: {
      publish: (uri, _version, findings) =>
        shown.set(
          uri,
          findings.map(({ code }) => code),
        ),
      withdraw: (uri) => shown.set(uri, []),
      uris: () => [...shown].flatMap(([uri, codes]) => (codes.length > 0 ? [uri] : [])),
    },
    onLinted: () => undefined,
    onBoardsChanged: () => undefined,
    onAdoptionOffer: () => undefined,
  });
  sessions.push(session);
  await session.setFolders([pathToFileURL(folder).href]);
  await hasLearnt;
  return { session, log, shown, uri: (name) => pathToFileURL(path.join(folder, name)).href };
}

interface EditedDocument {
  readonly uri: string;
  version: number;
  text: string;
  /** Called after the text was read. */
  afterRead: () => void;
  getText(): string;
}

/** An open document as the editor's document store keeps it: one object that edits change in place. */
const openDocument = (uri: string, text: string): EditedDocument => ({
  uri,
  version: 1,
  text,
  afterRead: () => undefined,
  getText() {
    const read = this.text;
    this.afterRead();
    return read;
  },
});

describe('a settled document', () => {
  it('has the version its text was read at', async () => {
    const { session, uri } = await start({ [file]: 'one\n' });
    const document = openDocument(uri(file), 'two\n');
    session.changed(document);
    const settled = await session.settled(uri(file));
    expect(settled).toMatchObject({ version: 1, document: { text: 'two\n' } });
  });

  it.each([
    ['is of the newest text where it was edited while it was judged', false],
    ['is none where who asked no longer waits', true],
  ])('%s', async (_, isCancellationRequested) => {
    const { session, uri } = await start({ [file]: 'one\n' });
    const canceled = { isCancellationRequested: false };
    const document = openDocument(uri(file), 'two\n');
    document.afterRead = () => {
      document.afterRead = () => undefined;
      document.version = 2;
      document.text = 'three\n';
      session.changed(document);
      canceled.isCancellationRequested = isCancellationRequested;
    };
    session.changed(document);
    const settled = await session.settled(uri(file), canceled);
    expect(settled && [settled.version, settled.document.text]).toEqual(
      isCancellationRequested ? undefined : [2, 'three\n'],
    );
  });

  it('is found where the folders are set again while it is judged', async () => {
    const { session, uri } = await start({ [file]: 'one\n' });
    const document = openDocument(uri(file), 'two\n');
    let set: Promise<void> | undefined;
    document.afterRead = () => {
      set ??= session.setFolders([uri('')]);
    };
    session.changed(document);
    expect(await session.settled(uri(file))).toMatchObject({ version: 1, document: { text: 'two\n' } });
    await set;
  });

  it('is judged once for all who ask at the same time', async () => {
    let judged = 0;
    const counting: Rule = {
      ...(allRules[0] ?? expect.fail('no rules')),
      code: 'X001',
      documents: ['spec'],
      needs: 'workspace',
      suspects: () => true,
      check: () => {
        judged++;
        return [];
      },
    };
    const { session, uri } = await start({ [file]: 'one\n' }, [counting]);
    judged = 0;
    session.changed(openDocument(uri(file), 'two\n'));
    await Promise.all([session.settled(uri(file)), session.settled(uri(file)), session.settled(uri(file))]);
    expect(judged).toBe(1);
  });
});

describe('a rule that breaks', () => {
  it('leaves the findings of other documents alone and is told once', async () => {
    const broken: Rule = {
      ...(allRules[0] ?? expect.fail('no rules')),
      code: 'X001',
      documents: ['spec'],
      needs: 'document',
      suspects: () => true,
      check: ({ path: of }) => {
        if (of === file) throw new Error('a broken rule');
        return [];
      },
    };
    const { session, shown, log, uri } = await start({ [file]: 'one\n', 'docs/specs/STORY-002.md': 'two\n' }, [
      ...allRules,
      broken,
    ]);
    await session.lintWorkspace();
    expect(shown.get(uri('docs/specs/STORY-002.md'))).not.toEqual([]);
    expect(log.filter((line) => line.includes('a broken rule'))).toHaveLength(1);
  });
});

describe('work given up', () => {
  it('for other folders is no failure', async () => {
    const { session, log, uri } = await start({ [file]: 'one\n' });
    const first = session.setFolders([uri('')]).catch((error: unknown) => error);
    await session.setFolders([uri('')]);
    expect(await first).toHaveProperty('name', 'AbortError');
    expect(log).toEqual([]);
  });
});
