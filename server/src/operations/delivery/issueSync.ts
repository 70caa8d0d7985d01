import { documentKinds } from '../../documents/registry.js';
import { itemProblem, parseItemId } from '../../documents/itemId.js';
import { nextLine } from '../../markdown/lines.js';
import { insertAt } from '../../markdown/textEdit.js';
import { createTraceGraph } from '../../trace/createTraceGraph.js';
import type { EntryTrace, ItemTrace } from '../../trace/graph.js';
import { itemTitle } from '../../trace/itemTitle.js';
import type { FileChange } from '../../workspace/fileChange.js';
import type { Issue, IssueTracker } from '../deliveryDesk.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import type { StepDraft } from '../step.js';
import { requireItem } from '../support/itemBranch.js';

/** Keeps the issues of items on GitHub or GitLab in step with the board. */
export const issueSync = defineOperation({
  name: 'issue-sync',
  group: 'delivery',
  summary: 'Creates, records, renames and closes the issues of items on GitHub or GitLab, as the board says',
  details:
    'An issue belongs to an item if its address is recorded below the entry (`> Issue: …`), or else if its title begins with the item id. Without one it is created, and recorded. A title that differs is changed, and the issue of a finished item is closed. An issue that was closed there while its item is open is reported, and stays: `--reopen` opens it. All issues are listed first, and of two syncs in one clone the second waits, so that none is created twice. Without an item: all bugs and hotfixes on the board; stories stay private unless `--stories` or an item names them. `--dry-run` shows what would be done. Uses `gh` or `glab`, as the address of the remote says.',
  example: { item: 'STORY-042', tracker: 'github' },
  fields: {
    item: {
      type: 'text',
      positional: true,
      description: 'the item, e.g. BUG-042',
      check: itemProblem,
      completes: 'item',
    },
    tracker: {
      type: 'text',
      description: 'where the issues are (default: by the remote)',
      values: ['github', 'gitlab'],
    },
    stories: { type: 'flag', description: 'stories, too' },
    reopen: { type: 'flag', description: 'open an issue that was closed while its item is open' },
    recordOnly: { type: 'flag', description: 'create nothing: only record what is there' },
  },
  reads: documentKinds,
  needs: 'documents',
  writes: true,
  // What is recorded alone is the last step of what creates issues.
  isAlone: ({ recordOnly }) => recordOnly !== true,
  plan: async ({ project, configuration, delivery }, { item: id, tracker: kind, stories, reopen, recordOnly }) => {
    const trace = createTraceGraph(project, configuration);
    if (id !== undefined && !trace.item(id)) requireItem(project, id);
    const wanted = (id === undefined ? trace.items : [id])
      .flatMap((one) => trace.item(one) ?? [])
      .filter(({ id: own, stage }) => {
        if (id !== undefined) return true;
        return stage !== 'unplanned' && stage !== 'archived' && (stories || parseItemId(own)?.type !== 'STORY');
      });
    const desk = await delivery();
    const tracker = await desk.issueTracker(kind);
    const synced = wanted.map((item) => syncOne(item, tracker, { reopen, recordOnly, kind }));
    const said = synced.flatMap(({ said: lines }) => lines);
    return {
      changes: joined(synced.flatMap(({ changes }) => changes)),
      steps: synced.flatMap(({ steps }) => steps),
      answer: {
        message: said.length === 0 ? 'the issues agree with the board' : said.join('\n'),
        data: {
          tracker: tracker.kind,
          items: synced.map(({ item, issue, action }) => ({ item, issue: issue ?? null, action })),
        },
      },
    };
  },
});

interface Wanted {
  readonly reopen: boolean;
  readonly recordOnly: boolean;
  readonly kind: IssueTracker['kind'] | undefined;
}

interface Synced {
  readonly item: string;
  readonly issue: string | undefined;
  readonly action: 'create' | 'record' | 'rename' | 'close' | 'reopen' | 'none';
  readonly changes: readonly FileChange[];
  readonly steps: readonly StepDraft[];
  readonly said: readonly string[];
}

function syncOne(item: ItemTrace, tracker: IssueTracker, { reopen, recordOnly, kind }: Wanted): Synced {
  const { id } = item;
  const title = `${id}: ${itemTitle(item) ?? ''}`.replace(/: $/u, '');
  const [issue, ...others] = issuesOf(item, tracker.issues);
  const nothing: Synced = { item: id, issue: issue?.url, action: 'none', changes: [], steps: [], said: [] };
  if (!issue) {
    if (recordOnly) throw new Refused('not-found', `${id} has no issue: it was not created, or is not listed yet`);
    const recording = {
      name: 'issue-sync',
      input: { item: id, recordOnly: true, ...(kind === undefined ? {} : { tracker: kind }) },
    };
    return {
      ...nothing,
      action: 'create',
      steps: [
        creation(tracker, title, item),
        { kind: 'operation', summary: `record the issue of ${id}`, ...recording },
      ],
      said: [`created an issue for ${id}`],
    };
  }
  const changes = recorded(item, issue);
  const step = recordOnly ? undefined : changeOf(item, issue, title, { tracker, reopen });
  const isForgotten = !issue.isOpen && !isDone(item) && !reopen;
  return {
    ...nothing,
    action: step?.action ?? (changes.length > 0 ? 'record' : 'none'),
    changes,
    steps: step ? [step.does] : [],
    said: [
      ...(changes.length > 0 ? [`recorded ${issue.url} for ${id}`] : []),
      ...(step ? [step.said] : []),
      ...(isForgotten ? [`${issue.url} is closed, and ${id} is not done: finish it, or pass --reopen`] : []),
      ...others.map(({ url }) => `${url} is a second issue of ${id}: close it as a duplicate of #${issue.number}`),
    ],
  };
}

/** The one that is recorded, then those whose title begins with the id, which is of letters, digits and `-`; the oldest first. */
function issuesOf({ id, entries }: ItemTrace, issues: readonly Issue[]): readonly Issue[] {
  const known = new Set(entries.map(({ document, entry }) => issueLine.exec(entryText(document, entry))?.[1]));
  const begins = new RegExp(`^\\W*${id}(?![\\w-])`, 'u');
  return issues
    .filter(({ title, url }) => known.has(url) || begins.test(title))
    .sort((a, b) => Number(known.has(b.url)) - Number(known.has(a.url)) || a.number - b.number);
}

const isDone = ({ stage }: ItemTrace): boolean => stage === 'done' || stage === 'archived';

function creation({ kind, program }: IssueTracker, title: string, { id, spec }: ItemTrace): StepDraft {
  const body = `${spec ? `Spec: \`${spec.path}\`\n\n` : ''}Work on this is tracked as ${id} in the repository.\n`;
  const summary = `create the issue ${title}`;
  return kind === 'github'
    ? { kind: 'program', summary, program, args: ['issue', 'create', `--title=${title}`, '--body-file=-'], input: body }
    : {
        kind: 'program',
        summary,
        program,
        args: ['issue', 'create', `--title=${title}`, `--description=${body}`, '--yes'],
      };
}

/** What has to be changed there, one thing at a time. */
function changeOf(
  item: ItemTrace,
  { number, title: known, isOpen }: Issue,
  title: string,
  { tracker: { kind, program }, reopen }: { readonly tracker: IssueTracker; readonly reopen: boolean },
): { readonly action: Synced['action']; readonly does: StepDraft; readonly said: string } | undefined {
  const does = (summary: string, ...args: readonly string[]): StepDraft => ({
    kind: 'program',
    summary,
    program,
    args: ['issue', ...args],
  });
  const name = String(number);
  if (isOpen && isDone(item))
    return {
      action: 'close',
      does: does(`close #${name}`, 'close', name),
      said: `closed #${name}: ${item.id} is done`,
    };
  if (!isOpen && !isDone(item) && reopen)
    return { action: 'reopen', does: does(`open #${name} again`, 'reopen', name), said: `opened #${name} again` };
  if (known === title || !isOpen) return undefined;
  const rename = kind === 'github' ? ['edit', name, `--title=${title}`] : ['update', name, `--title=${title}`];
  return {
    action: 'rename',
    does: does(`rename #${name} to ${title}`, ...rename),
    said: `renamed #${name} to ${title}`,
  };
}

const issueLine = /^> Issue: *(\S*).*$/mu;

function entryText({ text }: EntryTrace['document'], { span }: EntryTrace['entry']): string {
  return text.slice(span.start, span.end);
}

/** The entry on the board with the address of its issue. */
function recorded({ entries }: ItemTrace, { url }: Issue): readonly FileChange[] {
  const own = entries.find((trace): trace is EntryTrace & { kind: unknown } => trace.document.kind === 'board');
  if (!own) return [];
  const { document, entry } = own;
  const { start } = entry.span;
  const line = `> Issue: ${url}`;
  const known = issueLine.exec(entryText(document, entry));
  if (known?.[0] === line) return [];
  const edit = known
    ? { span: { start: start + known.index, end: start + known.index + known[0].length }, newText: line }
    : insertAt(nextLine(document.text, (entry.specPath ?? { span: entry.headingSpan }).span.end), `${line}\n`);
  return [{ kind: 'edit', path: document.path, edits: [edit] }];
}

/** One change for each file. */
function joined(changes: readonly FileChange[]): readonly FileChange[] {
  const edits = new Map<string, Extract<FileChange, { readonly kind: 'edit' }>>();
  for (const change of changes)
    if (change.kind === 'edit')
      edits.set(change.path, { ...change, edits: [...(edits.get(change.path)?.edits ?? []), ...change.edits] });
  return [...edits.values()];
}
