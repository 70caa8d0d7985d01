import { afterEach, describe, expect, it } from 'vitest';
import type { BaselineFile, LintSummary } from '../../server/src/protocol.js';
import { type LspWorkspace, startLspWorkspace } from './lspClient.js';

const spec = (id: string, body = ''): string => `# ${id}: Keep the cart

| Field | Value |
|-------|-------|
| ID | ${id} |
| Status | In Progress |
| Priority | P1 |
| Release | 1.0.0 |

## Background

Shoppers lose their cart.

## Requirements

### R1: Persist the cart (MUST)

The client MUST store the cart.

## Acceptance Criteria

### AC1: Reload keeps the cart (R1)

- **Given** a cart with one item
- **When** the page is reloaded
- **Then** the item is still there

## Target Call Chain

page → store
${body}
## Security Scope

| Check | Applicable | Reason |
|-------|------------|--------|
| SEC-1 | N/A | nothing secret |

## Out of Scope

- Server carts
`;

const misspelt = (id: string): string => spec(id).replace('## Acceptance Criteria', '## Acceptance criterias');

let workspace: LspWorkspace | undefined;
afterEach(() => workspace?.stop());

/** Starts a workspace for one test. */
async function start(...args: Parameters<typeof startLspWorkspace>): Promise<LspWorkspace> {
  workspace = await startLspWorkspace(...args);
  return workspace;
}

describe('diagnostics', () => {
  it('are pushed for closed documents, at the right place, without a version', async () => {
    const { shown, published } = await start({ 'docs/specs/STORY-001.md': misspelt('STORY-001') });
    expect(shown('docs/specs/STORY-001.md')).toContain('PW115 19:3-19:23');
    expect(published.every(({ version }) => version === undefined)).toBe(true);
  });

  it('follow what is typed, carry its version, and the disk counts again when the document is closed', async () => {
    const file = 'docs/specs/STORY-001.md';
    const { shown, published, open, change, close, until } = await start({ [file]: misspelt('STORY-001') });
    const codes = (): string[] => shown(file).map((line) => line.split(' ')[0] ?? '');
    await open(file, misspelt('STORY-001'));
    await change(file, spec('STORY-001'), 2);
    await until(() => !codes().includes('PW115'));
    expect(published.at(-1)?.version).toBe(2);
    await close(file);
    await until(() => codes().includes('PW115'));
    expect(published.at(-1)?.version).toBeUndefined();
  });

  it('are not sent again when a document is opened or closed as it is on disk', async () => {
    const file = 'docs/specs/STORY-001.md';
    const { published, open, change, close, connection, until, uri } = await start({ [file]: misspelt('STORY-001') });
    // What was typed is judged before this is answered.
    const settled = (): Promise<unknown> =>
      connection.sendRequest('textDocument/documentSymbol', { textDocument: { uri: uri(file) } });
    const before = published.length;
    await open(file, misspelt('STORY-001'));
    await settled();
    await close(file);
    await settled();
    expect(published).toHaveLength(before);
    await open(file, misspelt('STORY-001'));
    await settled();
    await change(file, misspelt('STORY-001'), 2);
    await until(() => published.at(-1)?.version === 2);
  });

  it('are made once for several quick edits', async () => {
    const file = 'docs/specs/STORY-001.md';
    const { published, open, change, until, uri } = await start({ [file]: spec('STORY-001') });
    await open(file, spec('STORY-001'));
    for (let version = 2; version < 12; version++) await change(file, misspelt('STORY-001'), version);
    await until(() => published.at(-1)?.version === 11);
    const versions = published.filter((message) => message.uri === uri(file)).map(({ version }) => version);
    expect(versions.filter((version) => version !== undefined && version > 1)).toEqual([11]);
  });

  it('of a text that is no longer shown are not sent under the version of the one that is', async () => {
    const file = 'docs/specs/STORY-001.md';
    const { published, open, change, filesChanged, write, until, uri } = await start({ [file]: spec('STORY-001') });
    await open(file, misspelt('STORY-001'), 1);
    await until(() => published.at(-1)?.version === 1);
    await change(file, spec('STORY-001'), 2);
    write('docs/specs/STORY-002.md', spec('STORY-002'));
    await filesChanged('docs/specs/STORY-002.md');
    await until(() => published.some(({ version }) => version === 2));
    const second = published.filter((message) => message.uri === uri(file) && message.version === 2);
    expect(second.flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code))).not.toContain('PW115');
  });

  it('of one document change with another one', async () => {
    const dependent = spec(
      'STORY-001',
      '\n## Dependency Surface\n\n| Field | Value |\n|---|---|\n| Depends on | STORY-002 |\n| Provides | x |\n| Touches | `a.ts` |\n| Conflict risk | LOW |\n',
    );
    const { shown, write, remove, filesChanged } = await start({ 'docs/specs/STORY-001.md': dependent });
    const dangling = (): boolean => shown('docs/specs/STORY-001.md').some((line) => line.startsWith('E010'));
    expect(dangling()).toBe(true);
    write('docs/specs/STORY-002.md', spec('STORY-002'));
    await filesChanged('docs/specs/STORY-002.md');
    expect(dangling()).toBe(false);
    remove('docs/specs/STORY-002.md');
    await filesChanged('docs/specs/STORY-002.md');
    expect(dangling()).toBe(true);
  });

  it('of one document are at most a thousand, the worst of them, and the rest is counted', async () => {
    const file = 'docs/specs/STORY-001.md';
    const { published, uri } = await start({ [file]: misspelt('STORY-001').repeat(150) });
    const { diagnostics } = published.find((message) => message.uri === uri(file)) ?? { diagnostics: [] };
    expect(diagnostics).toHaveLength(1_000);
    expect(diagnostics.at(-1)?.message).toMatch(/^\d+ more findings/);
    const severities = diagnostics.map(({ severity }) => severity ?? 0);
    expect(severities).toEqual(severities.toSorted((a, b) => a - b));
  });

  it('of a deleted document are taken back', async () => {
    const { shown, remove, filesChanged } = await start({ 'docs/specs/STORY-001.md': misspelt('STORY-001') });
    expect(shown('docs/specs/STORY-001.md')).not.toEqual([]);
    remove('docs/specs/STORY-001.md');
    await filesChanged('docs/specs/STORY-001.md');
    expect(shown('docs/specs/STORY-001.md')).toEqual([]);
  });

  it('keep two project roots in one folder apart', async () => {
    const { shown } = await start({
      'one/docs/specs/STORY-001.md': spec('STORY-001'),
      'two/docs/specs/STORY-001.md': misspelt('STORY-001'),
    });
    expect(shown('one/docs/specs/STORY-001.md').filter((line) => line.startsWith('PW115'))).toEqual([]);
    expect(shown('two/docs/specs/STORY-001.md').filter((line) => line.startsWith('PW115'))).toHaveLength(1);
  });

  it('follow a project root that appears while the editor is open', async () => {
    const { shown, write, filesChanged } = await start({ 'README.md': '# nothing yet\n' });
    write('docs/specs/STORY-001.md', misspelt('STORY-001'));
    await filesChanged('docs/specs/STORY-001.md');
    expect(shown('docs/specs/STORY-001.md')).not.toEqual([]);
  });

  it('follow the configuration, and the last good one stays in force when it breaks', async () => {
    const file = 'docs/specs/STORY-001.md';
    const config = '.pactwright/config.yaml';
    const { shown, write, filesChanged } = await start({
      [file]: misspelt('STORY-001'),
      [config]: 'rules:\n  PW115: off\n',
    });
    expect(shown(file).filter((line) => line.startsWith('PW115'))).toEqual([]);
    write(config, 'rules: [\n');
    await filesChanged(config);
    expect(shown(config)).not.toEqual([]);
    expect(shown(file).filter((line) => line.startsWith('PW115'))).toEqual([]);
    write(config, 'rules: {}\n');
    await filesChanged(config);
    expect(shown(config)).toEqual([]);
    expect(shown(file).filter((line) => line.startsWith('PW115'))).toHaveLength(1);
  });

  it('leave out what the baseline has, and the project is offered one only where it is needed', async () => {
    const file = 'docs/specs/STORY-001.md';
    const { connection, shown, write, filesChanged, uri } = await start({ [file]: misspelt('STORY-001') });
    const root = uri('').replace(/\/$/, '');
    const [baseline] = await connection.sendRequest<readonly BaselineFile[]>('pactwright/baseline', { root });
    if (!baseline) throw new Error('no baseline');
    expect(baseline.findings).toBe(shown(file).length);
    expect(baseline.uri).toBe(uri('.pactwright/baseline.json'));
    write('.pactwright/baseline.json', baseline.content);
    await filesChanged('.pactwright/baseline.json');
    expect(shown(file)).toEqual([]);
    const show = (all: boolean): Promise<LintSummary> =>
      connection.sendRequest<LintSummary>('pactwright/showHidden', { show: all });
    const { findings } = baseline;
    expect(await show(true)).toMatchObject({ baselined: findings, baselinedFiles: 1, showsHidden: true });
    expect(shown(file)).toHaveLength(findings);
    expect(await show(false)).toMatchObject({ baselined: findings, errors: 0, warnings: 0, infos: 0 });
    expect(shown(file)).toEqual([]);
  });
});

describe('adoption', () => {
  it('counts findings as they are shown, those of one cause once, in the offer, the baseline and what it hides', async () => {
    const ids = Array.from({ length: 60 }, (_, at) => `STORY-${100 + at}`);
    const entries = ids.map((id) => `### [${id}] Cart\n\n- [x] Build\n`).join('\n');
    const files = {
      ...Object.fromEntries(
        ids.map((id) => [
          `docs/specs/${id}.md`,
          `# ${id}: Cart\n\n| Field | Value |\n|-------|-------|\n| ID | ${id} |\n| Status | Draft |\n`,
        ]),
      ),
      'docs/product/sprint_board.md': `# Sprint Board\n\n## ✅ Done\n\n${entries}`,
    };
    const { adoptionOffers, connection, settled, shown, until, write, filesChanged } = await start(files);
    await until(() => adoptionOffers.length > 0);
    await settled();
    const [baseline] = await learnt({ connection });
    const listed = Object.keys(files).reduce((sum, file) => sum + shown(file).length, 0);
    expect(shown('docs/product/sprint_board.md').filter((line) => line.startsWith('PW613'))).toHaveLength(1);
    expect(adoptionOffers[0]?.findings).toBe(listed);
    expect(baseline?.findings).toBe(listed);
    write('.pactwright/baseline.json', baseline?.content ?? '');
    await filesChanged('.pactwright/baseline.json');
    const summary = await connection.sendRequest<LintSummary>('pactwright/showHidden', { show: true });
    expect(summary.baselined).toBe(listed);
    expect(summary.errors + summary.warnings + summary.infos).toBe(listed);
  });

  /** What baselines would hold is told once source code and git were read; what is offered is offered by then. */
  const learnt = ({ connection }: Pick<LspWorkspace, 'connection'>): Promise<readonly BaselineFile[]> =>
    connection.sendRequest<readonly BaselineFile[]>('pactwright/baseline', {});

  const poor = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`docs/specs/STORY-${100 + at}.md`, 'no structure\n']));

  it('is offered once for a project with more than fifty findings', async () => {
    const { adoptionOffers, connection, settled, until } = await start(poor(20));
    await until(() => adoptionOffers.length > 0);
    await settled();
    const [baseline] = await learnt({ connection });
    expect(adoptionOffers).toHaveLength(1);
    expect(adoptionOffers[0]?.findings).toBeGreaterThan(50);
    expect(adoptionOffers[0]?.findings).toBe(baseline?.findings);
    expect(baseline).toMatchObject({ files: 20, exists: false });
  });

  it('is not offered for a few findings, nor where there is a baseline, be it a broken one', async () => {
    const few = await start({ 'docs/specs/STORY-001.md': misspelt('STORY-001') });
    await learnt(few);
    expect(few.adoptionOffers).toEqual([]);
    few.stop();
    const adopted = await start({ ...poor(20), '.pactwright/baseline.json': '{"version":1,"findings":[]}\n' });
    await learnt(adopted);
    expect(adopted.adoptionOffers).toEqual([]);
    adopted.stop();
    const broken = await start({ ...poor(20), '.pactwright/baseline.json': '<<<<<<< ours\n' });
    await learnt(broken);
    expect(broken.adoptionOffers).toEqual([]);
  });
});
