import { describe, expect, it } from 'vitest';
import { commands } from '../../../server/src/gates/conditions/commands.js';
import type { EvidenceEntry, RecordedCommand } from '../../../server/src/gates/evidence/evidenceLog.js';
import { checkCondition, type ExpectedOutcome, type GateCase } from '../../support/checkCondition.js';
import { gateProject } from '../../support/gateProject.js';

const branch = 'feature/STORY-001';
const reset = { command: 'git reset --hard', why: 'discards uncommitted changes' };
const ran = (other: Partial<RecordedCommand> & { readonly at?: number } = {}): RecordedCommand & { at?: number } => ({
  kind: 'command',
  item: 'STORY-001',
  branch,
  agent: 'claude',
  session: 's1',
  folder: '.',
  parts: [reset],
  ...other,
});
/** On a branch that items share. */
const shared = (at = 0): RecordedCommand & { at: number } => ({
  kind: 'command',
  branch: 'main',
  agent: 'claude',
  folder: '.',
  parts: [reset],
  at,
});
const frozen: EvidenceEntry = { kind: 'frozen', item: 'STORY-001', base: 'b', spec: 's', hash: 'h' };
const asked = (log: GateCase['log'], other: Partial<GateCase> = {}): GateCase => ({
  project: gateProject(),
  ...(log ? { log } : {}),
  ...other,
});
const onMain: Partial<GateCase> = { work: { branch: 'main', commits: [{ subject: 'STORY-001: keep', paths: ['a'] }] } };
const begunAt = Date.parse('2026-02-01T01:00:00Z');

const found: readonly (readonly [string, GateCase, ExpectedOutcome])[] = [
  [
    'passes where nothing is recorded, and says that this is no proof',
    asked([]),
    { state: 'pass', summary: 'which proves nothing', doubt: null },
  ],
  [
    'fails for a command on the branch of the item, whenever it was',
    asked([ran({ at: Date.parse('2026-01-31T10:30:00Z') })]),
    {
      state: 'fail',
      problems: [
        /^On 2026-01-31 10:30 UTC claude handed to its shell: "git reset --hard", which discards uncommitted changes$/,
      ],
      summary: '1 unapproved destructive command',
      next: /git reflog.*approve the command in the editor/,
    },
  ],
  [
    'passes for a command that the agent’s program did not let run, and not for another one',
    asked([
      ran({ call: 'c1' }),
      { kind: 'notRun', agent: 'claude', session: 's1', call: 'c1' },
      { kind: 'notRun', agent: 'codex', session: 's1', call: 'c2' },
    ]),
    { state: 'pass', summary: 'no destructive command is recorded', doubt: null },
  ],
  [
    'fails where another call was refused',
    asked([ran({ call: 'c2' }), { kind: 'notRun', agent: 'claude', session: 's1', call: 'c1' }]),
    { state: 'fail', summary: '1 unapproved destructive command' },
  ],
  [
    'names the folder, and all parts of a command',
    asked([ran({ folder: 'packages/a', parts: [reset, { command: 'git clean -fd', why: 'deletes' }] })]),
    {
      state: 'fail',
      problems: [/shell in packages\/a: "git reset --hard", which .*, and "git clean -fd", which deletes$/],
    },
  ],
  [
    'passes for commands of other items, and of other branches',
    asked([ran({ item: 'STORY-002', branch: 'feature/STORY-002' }), frozen, shared()]),
    { state: 'pass', summary: 'no destructive command is recorded for this work' },
  ],
  [
    'fails on a shared branch for what came after the spec was frozen',
    asked([shared(), frozen, shared()], { work: { branch: 'main' } }),
    { state: 'fail', problems: ['git reset'] },
  ],
  [
    'does not begin anew where the spec is frozen again',
    asked([frozen, shared(), frozen], { work: { branch: 'main' } }),
    { state: 'fail', problems: ['git reset'] },
  ],
  [
    'fails on a shared branch for what came after the first commit',
    asked([shared(begunAt - 1), shared(begunAt)], onMain),
    { state: 'fail', problems: ['2026-02-01 01:00'] },
  ],
  [
    'counts all on the branch where nobody knows when the work began',
    asked([shared()], { work: { branch: 'main' } }),
    { state: 'fail', problems: ['git reset'] },
  ],
  [
    'counts what was run on no branch for every item',
    asked([frozen, { kind: 'command', agent: 'codex', folder: '.', parts: [reset] }]),
    { state: 'fail', problems: ['codex'] },
  ],
  [
    'is unknown where the record is not believed',
    asked([], { broken: 'line 3 was edited' }),
    { state: 'unknown', summary: 'unknown', next: 'condition `record`' },
  ],
  ['is unknown without git', asked([ran()], { work: 'none' }), { state: 'unknown' }],
];

describe('commands', () => {
  it.each(found)('%s', async (_, stated, expected) => {
    await checkCondition(commands, stated, expected);
  });

  it('passes what a person approved, and nothing else', async () => {
    const log = [ran(), ran()];
    const { problems = [] } = await checkCondition(commands, asked(log), { state: 'fail', problems: ['git', 'git'] });
    const [first = '', second = ''] = problems.map(({ approvable }) => approvable);
    expect(first).not.toBe(second);
    const words = [{ about: 'approve', what: first } as const];
    await checkCondition(commands, asked(log, { words }), {
      state: 'fail',
      approvable: [second],
      summary: '1 unapproved destructive command, 1 approved by a person',
    });
    await checkCondition(commands, asked(log, { words: [...words, { about: 'approve', what: second }] }), {
      state: 'pass',
      summary: '2 approved by a person',
    });
    const others = [{ about: 'approve', what: first, item: 'STORY-002' } as const];
    await checkCondition(commands, asked([ran()], { words: others }), { state: 'fail', problems: ['git'] });
  });
});
