import { chmodSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Phase } from '../../../server/src/agents/phase.js';
import { allAgents } from '../../../server/src/agents/registry.js';
import { newSessionId } from '../../../server/src/execution/agents/sessionLog.js';
import { findSessionPlace } from '../../../server/src/execution/agents/sessionPlace.js';
import { type Cast, castPhase } from '../../../server/src/execution/phases/castPhase.js';
import type { PhaseRequest } from '../../../server/src/execution/phases/phaseRequest.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';
import { silentDesk, testMachine } from '../../support/testMachine.js';

const config = '.pactwright/config.yaml';

interface Given extends Partial<PhaseRequest> {
  readonly files?: Readonly<Record<string, string>>;
  readonly installed?: readonly string[];
  /** The person's own: agents by phase or role, models. */
  readonly choices?: Readonly<Record<string, string>>;
  readonly own?: Readonly<Record<string, string>>;
  /** Who has worked on STORY-001, with the model and the end. */
  readonly built?: readonly {
    readonly agent: string;
    readonly model?: string;
    readonly phase?: Phase;
    readonly end?: string;
  }[];
}

interface Ran {
  readonly cast: Cast;
  readonly warned: readonly string[];
}

async function cast(phase: Phase, given: Given = {}): Promise<Ran> {
  const { files = {}, installed = ['claude'], choices, own, built = [], ...request } = given;
  const folder = temporaryFolder({ 'docs/specs/STORY-001.md': '# STORY-001: Cart\n', ...files });
  const programs = temporaryFolder(Object.fromEntries(installed.map((name) => [name, '#!/bin/sh\n'])));
  for (const name of installed) chmodSync(path.join(programs, name), 0o755);
  const machine = testMachine({
    PATH: [programs, process.env['PATH']].join(path.delimiter),
    XDG_CONFIG_HOME: temporaryFolder(),
    PACTWRIGHT_STATE: temporaryFolder(),
    ...(choices ? { PACTWRIGHT_CHOICES: JSON.stringify(choices) } : {}),
    ...(own ? { PACTWRIGHT_MODELS: JSON.stringify(own) } : {}),
  });
  const { logs } = await findSessionPlace(machine, folder);
  built.forEach(({ agent, model, phase: of = 'act', end = 'finished' }, index) => {
    const id = newSessionId(1000 * index, of, 'STORY-001');
    const start = {
      id,
      agent,
      model,
      item: 'STORY-001',
      phase: of,
      mode: 'headless',
      access: 'write',
      round: 1,
      folder,
      command: [],
    };
    const entries = [
      { kind: 'start', at: 1000 * index, start, keeper: { pid: 1, startedAt: '' } },
      { kind: 'end', at: 1000 * index + 1, code: 0, end: { kind: end, message: '' } },
    ];
    writeFiles(logs, { [`${id}.jsonl`]: entries.map((entry) => `${JSON.stringify(entry)}\n`).join('') });
  });
  const warned: string[] = [];
  const made = await castPhase(
    {
      phase,
      item: 'STORY-001',
      about: undefined,
      version: undefined,
      lesson: undefined,
      folder,
      agent: undefined,
      // What is installed on this machine beside is not meant.
      agents: allAgents.filter(
        ({ id }) => ['claude', 'codex', 'gemini'].includes(id) && (installed.includes(id) || id !== 'gemini'),
      ),
      mode: 'headless',
      model: undefined,
      rounds: 1,
      profile: undefined,
      trustCommands: false,
      here: true,
      merge: true,
      dryRun: false,
      yes: false,
      ...request,
    },
    { ...silentDesk(machine), warn: (text) => warned.push(text) },
  );
  return { cast: made, warned };
}

/** Who works, with the model: `codex gpt-5`. */
const names = ({ cast: { choices } }: Ran): readonly string[] =>
  choices.map(({ agent, model }) => [agent.id, model].filter(Boolean).join(' '));

const agentNamed = (id: string) => allAgents.find((one) => one.id === id);

const two = ['claude', 'codex'];

describe('who works', () => {
  it.each<[string, Phase, Given, readonly string[]]>([
    ['the only one that is installed', 'act', {}, ['claude']],
    [
      'your choice of the phase',
      'act',
      { installed: two, choices: { act: 'codex, claude', default: 'claude' } },
      ['codex', 'claude'],
    ],
    ['your choice of the role', 'act', { installed: two, choices: { developer: 'codex' } }, ['codex']],
    ['your default', 'plan', { installed: two, choices: { act: 'codex', default: 'claude' } }, ['claude']],
    [
      'the project',
      'act',
      {
        installed: two,
        choices: { default: 'claude' },
        files: { [config]: 'agents:\n  phases:\n    act: { agent: codex, model: gpt-5 }\n' },
      },
      ['codex gpt-5'],
    ],
    [
      'the next setting where the one it names is not installed',
      'act',
      {
        choices: { default: 'claude' },
        files: { [config]: 'agents:\n  phases:\n    act: { agent: codex, model: gpt-5 }\n' },
      },
      ['claude'],
    ],
    [
      'who is named for this time, with the model of this time',
      'act',
      { installed: two, agent: agentNamed('codex'), model: 'a,b', choices: { act: 'claude' } },
      ['codex a', 'codex b'],
    ],
    [
      'a model of pactkit.yaml, by the command and by the agent',
      'check',
      {
        files: {
          '.claude/pactkit.yaml': 'command_models:\n  project-check: haiku\nagent_models:\n  qa-engineer: opus\n',
        },
      },
      ['claude haiku'],
    ],
    [
      'a model of pactkit.yaml, by the agent',
      'check',
      { files: { '.codex/pactkit.yaml': 'agent_models:\n  qa-engineer: opus\n' } },
      ['claude opus'],
    ],
    ['nobody where the person did it', 'act', { agents: undefined }, []],
    ['nobody yet where several could and nothing is done', 'act', { installed: two, dryRun: true }, []],
  ])('%s', async (_what, phase, given, expected) => {
    expect(names(await cast(phase, given))).toEqual(expected);
  });

  it('says what it could not take, and goes on', async () => {
    const { warned } = await cast('act', {
      choices: { act: 'codx', plann: 'claude' },
      files: { [config]: 'agents:\n  phases:\n    act: { agent: codex }\n' },
    });
    expect(warned).toEqual([
      'pactwright.agents.choices: "plann": there is no phase or role "plann" (did you mean plan?)',
      'your setting agents.choices (act) names the unknown agent "codx", did you mean codex?',
      '`agents.phases.act.agent` in .pactwright/config.yaml names codex, which is not installed here: the next setting applies',
    ]);
  });

  it.each([
    ['several agents are installed: choose one with --agent (claude, codex)', { installed: two }],
    [
      'there is no role "criticc", did you mean critic?',
      { role: 'criticc', files: { '.pactwright/roles/critic.md': 'Doubt it.\n' } },
    ],
    [
      'the role "critic" cannot be used: .pactwright/roles/critic.md: The role has no instructions',
      { role: 'critic', files: { '.pactwright/roles/critic.md': '' } },
    ],
    [
      'Codex CLI does not support',
      { installed: [], agent: { ...(agentNamed('codex') ?? {}), models: undefined }, model: 'x' },
    ],
  ])('%s', async (message, given) => {
    await expect(cast('act', given as Given)).rejects.toThrow(message);
  });
});

describe('who leads', () => {
  const critic = {
    '.pactwright/roles/critic.md': '---\ntitle: critic\nagent: codex\nmodel: gpt-5\n---\n\nDoubt it.\n',
  };

  it.each<[string, Given, readonly string[]]>([
    ['the built-in role', {}, ['tester', 'auditor']],
    ['the role of this time', { files: critic, role: 'critic' }, ['critic', 'auditor']],
    [
      'the role of the project',
      { files: { ...critic, [config]: 'agents:\n  phases:\n    check: { role: critic }\n' } },
      ['critic', 'auditor'],
    ],
    [
      'a role that takes part by itself',
      { files: { '.pactwright/roles/a11y.md': '---\nphases: check\n---\nRead aloud.\n' } },
      ['tester', 'auditor', 'a11y'],
    ],
  ])('%s', async (_what, given, roles) => {
    const { team } = (await cast('check', given)).cast;
    expect([team.leader.name, ...team.others.map(({ name }) => name)]).toEqual(roles);
  });

  it('a file of the project takes the place of ours', async () => {
    const { team } = (await cast('check', { files: { '.pactwright/roles/tester.md': 'Be kind.\n' } })).cast;
    expect(team.leader).toMatchObject({ name: 'tester', title: 'tester', instructions: 'Be kind.' });
  });

  it('one that cannot be used is left out, and reported', async () => {
    const ran = await cast('check', { files: { '.pactwright/roles/x.md': '---\nphases: [chek]\n---\nLook.\n' } });
    expect(ran.cast.team.others.map(({ name }) => name)).toEqual(['auditor']);
    expect(ran.warned).toEqual([
      'a role is left out: .pactwright/roles/x.md: `phases` does not allow `chek`: did you mean `check`?',
    ]);
  });

  it('its agent works, with its model', async () => {
    const ran = await cast('check', { installed: two, files: critic, role: 'critic', choices: { default: 'claude' } });
    expect(names(ran)).toEqual(['codex gpt-5']);
    expect(ran.cast.casting).toMatchObject({
      role: 'critic',
      roleBy: '--role',
      others: ['security auditor'],
      workers: [{ agent: 'Codex CLI', agentBy: 'the role critic', model: 'gpt-5', modelBy: 'the role critic' }],
    });
  });
});

describe('who reviews', () => {
  const required = { [config]: 'review: { differentAgent: required }\n' };
  const off = { [config]: 'review: { differentAgent: off }\n' };
  const byClaude = [{ agent: 'claude', model: 'opus' }];

  it.each<[string, Given, readonly string[], readonly (string | RegExp)[]]>([
    ['the builder, where nobody else is there', { built: byClaude }, ['claude'], []],
    [
      'the builder, named for this time: with a word',
      { installed: two, agent: agentNamed('claude'), built: byClaude },
      ['claude'],
      [/^Claude Code built STORY-001 and reviews it, too: for another reviewer, pass --agent codex$/u],
    ],
    ['the other one of two', { installed: two, built: byClaude }, ['codex'], []],
    [
      'the other one of a list first',
      { installed: two, choices: { check: 'claude, codex' }, built: byClaude },
      ['codex', 'claude'],
      ['Claude Code built STORY-001, so Codex CLI reviews it'],
    ],
    [
      'another model',
      { own: { 'claude/check': 'opus, haiku' }, built: byClaude },
      ['claude haiku', 'claude opus'],
      [/so Claude Code/u],
    ],
    [
      'whoever, where it is off',
      { installed: two, choices: { default: 'claude' }, files: off, built: byClaude },
      ['claude'],
      [],
    ],
    [
      'whoever, where nobody built it',
      { installed: two, choices: { default: 'claude' }, files: required },
      ['claude'],
      [],
    ],
    [
      'whoever, where the builder was never started',
      { choices: { default: 'claude' }, files: required, built: [{ agent: 'claude', end: 'notStarted' }] },
      ['claude'],
      [],
    ],
    [
      'whoever, where it was only planned',
      { files: required, built: [{ agent: 'claude', phase: 'plan' }] },
      ['claude'],
      [],
    ],
    [
      'only the other one, where that is required',
      { installed: two, choices: { check: 'claude, codex' }, files: required, built: byClaude },
      ['codex'],
      [/so Codex CLI reviews it$/u],
    ],
    [
      'one that nobody named, where that is required',
      { installed: two, choices: { default: 'claude' }, files: required, built: byClaude },
      ['codex'],
      [/so Codex CLI reviews it$/u],
    ],
    [
      'a model that did not build it, where that is required',
      { agent: agentNamed('claude'), model: 'haiku', files: required, built: byClaude },
      ['claude haiku'],
      [],
    ],
    [
      'the builder whose work goes on',
      { agent: agentNamed('claude'), judges: '/log', files: required, built: byClaude },
      ['claude'],
      [],
    ],
  ])('%s', async (_what, given, expected, notes) => {
    const ran = await cast('check', given);
    expect(names(ran)).toEqual(expected);
    expect(ran.cast.casting.notes).toEqual(
      notes.map((note): unknown => (typeof note === 'string' ? note : expect.stringMatching(note))),
    );
  });

  it.each<[string, Given, string]>([
    [
      'nobody else is there',
      {},
      'install another agent, pass --model with a model that did not build it, or set it to auto',
    ],
    ['the builder is named', { installed: two, agent: agentNamed('claude') }, 'pass --agent codex'],
  ])('nobody, where that is required and %s', async (_what, given, wayOut) => {
    const asked = cast('check', { files: required, built: byClaude, ...given });
    await expect(asked).rejects.toThrow(
      `Claude Code built STORY-001, and \`review.differentAgent\` in .pactwright/config.yaml requires another reviewer: ${wayOut}`,
    );
    const { cast: shown } = await cast('check', { files: required, built: byClaude, dryRun: true, ...given });
    expect(shown.casting.notes).toEqual([expect.stringContaining(wayOut)]);
  });

  it('another phase may be the builder’s', async () => {
    expect(names(await cast('act', { files: required, built: byClaude }))).toEqual(['claude']);
  });
});
