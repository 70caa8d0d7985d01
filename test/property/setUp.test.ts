import fc from 'fast-check';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { deployedAgents, deployedNames } from '../../server/src/agents/deployment/deployment.js';
import { parseJsonWithComments } from '../../server/src/base/json.js';
import { manifestPath } from '../../server/src/documents/projectMarks.js';
import { Refused } from '../../server/src/operations/errorCodes.js';
import { scopes } from '../../server/src/operations/setUp/scope.js';
import { carryOutOn } from '../support/checkOperation.js';
import { runs } from '../support/runs.js';

type Files = Readonly<Record<string, string>>;

async function after(files: Files, operation: string, input: Readonly<Record<string, unknown>>): Promise<Files> {
  const { changed } = await carryOutOn({ operation, input, files });
  const all = Object.entries({ ...files, ...changed });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

const words = fc.stringMatching(/^[a-zäé]{1,8}$/u);
const breaks = fc.constantFrom('\n', '\r\n');
/** Between two tokens of JSON. */
const gaps = fc.constantFrom('', ' ', '\n', '\n  ', '\t', '\r\n', ' // mine\n', '/* mine */');

/** JSON as people write it: comments, commas at the end, any spaces. */
const json: fc.Arbitrary<string> = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    words.map((word) => JSON.stringify(word)),
    fc.constantFrom('1', 'true', 'null', '{}', '[]'),
    tie('list'),
    tie('object'),
  ),
  list: fc
    .tuple(fc.array(tie('value'), { maxLength: 3 }), gaps, fc.boolean())
    .map(([values, gap, comma]) => `[${gap}${values.join(`,${gap}`)}${comma && values.length > 0 ? ',' : ''}${gap}]`),
  object: fc
    .tuple(
      fc.uniqueArray(fc.tuple(words, tie('value')), { maxLength: 3, selector: ([key]) => key }),
      gaps,
      fc.boolean(),
    )
    .map(([entries, gap, comma]) => {
      const all = entries.map(([key, value]) => `"${key}"${gap.startsWith(' /') ? '' : gap}: ${value}`);
      return `{${gap}${all.join(`,${gap}`)}${comma && all.length > 0 ? ',' : ''}${gap}}`;
    }),
})).object;

/** Settings in which the person has hooks and servers of their own. */
const settings = fc
  .tuple(json, json, gaps, fc.constantFrom('mcpServers', 'mcp'), fc.subarray(['PreToolUse', 'BeforeTool', 'Stop']))
  .map(([first, hook, gap, servers, events]) => {
    const hooks = events.map((event) => `"${event}":${gap}[${hook}]`).join(`,${gap}`);
    return `{${gap}"first": ${first},${gap}"hooks": {${gap}${hooks}${gap}},${gap}"${servers}": {"mine": ${hook}}${gap}}`;
  });
const jsonFile = fc
  .oneof(json, settings, fc.constantFrom('', '{}', '\n'))
  .chain((text) => fc.constantFrom(text, `${text}\n`, `${text}\r\n`));

const markdown = fc
  .tuple(fc.array(fc.oneof(words, fc.constantFrom('', '# Mine', '<!-- mine -->', '```')), { maxLength: 6 }), breaks)
  .chain(([lines, br]) => fc.constantFrom(lines.join(br), lines.join(br) + br, `\uFEFF${lines.join(br)}`));

const toml = fc
  .tuple(fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/u), { maxLength: 4 }), breaks, fc.boolean())
  .map(([names, br, ends]) => {
    const lines = names.flatMap((name) => [`# ${name}`, `[${name}]`, 'command = "mine" # mine']);
    return ['model = "mine"', ...lines].join(br) + (ends ? br : '');
  });

/** What a person may have had before: by the files that are shared with them. */
const kinds: Readonly<Record<string, fc.Arbitrary<string>>> = {
  ...Object.fromEntries(
    ['CLAUDE.md', 'AGENTS.md', 'GEMINI.md', 'QWEN.md', '.github/copilot-instructions.md', '.claude/CLAUDE.md'].map(
      (path) => [path, markdown],
    ),
  ),
  ...Object.fromEntries(
    [
      '.claude/settings.json',
      '.gemini/settings.json',
      '.qwen/settings.json',
      '.mcp.json',
      '.claude.json',
      '.cursor/mcp.json',
      '.cursor/hooks.json',
      '.codex/hooks.json',
      '.github/hooks/pactwright.json',
      'opencode.json',
      '.config/opencode/opencode.json',
    ].map((path) => [path, jsonFile]),
  ),
  '.codex/config.toml': toml,
  '.claude/skills/pactwright-trace/SKILL.md': markdown,
  '.claude/pactkit.yaml': words,
};
const handWritten: fc.Arbitrary<Files> = fc
  .record(kinds, { requiredKeys: [] })
  .map((files) =>
    Object.fromEntries(Object.entries(files).flatMap(([path, text]) => (text === undefined ? [] : [[path, text]]))),
  );

const names = (all: readonly string[]): fc.Arbitrary<string> => fc.subarray([...all]).map((some) => some.join(','));
const choice = fc.record({
  agents: names(deployedAgents),
  only: fc.oneof(
    fc.constant(undefined),
    names(deployedNames.filter((name) => !name.includes('/') || name.startsWith('s'))),
  ),
  exclude: fc.oneof(fc.constant(undefined), names(['hooks', 'mcp', 'skills/trace', 'roles'])),
  scope: fc.constantFrom(...scopes),
});

/** Undefined fields are not sent. */
const sent = (given: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

describe('init, update and remove on files that people wrote', () => {
  it('add, change nothing when repeated, leave what can be read, and give back every byte', async () => {
    await fc.assert(
      fc.asyncProperty(handWritten, choice, async (files, chosen) => {
        const { scope } = chosen;
        const once = await after(files, 'init', sent(chosen));
        expect(await after(once, 'init', sent(chosen))).toEqual(once);
        expect(await after(once, 'update', { scope })).toEqual(once);
        for (const [path, text] of Object.entries(once)) {
          if (path.endsWith('.json') && text.trim() !== '') expect(parseJsonWithComments(text), path).toBeDefined();
          if (path.endsWith('.toml')) expect(() => parseToml(text), path).not.toThrow();
        }
        const left = await after(once, 'remove', { scope });
        expect(left).toMatchObject(files);
        const more = Object.keys(left).filter((path) => !(path in files) && !path.startsWith('docs/'));
        expect(more).toEqual(scope === 'project' ? ['.pactwright/config.yaml'] : []);
      }),
      { numRuns: runs(600, 20) },
    );
  });

  it('lose nothing that was written into any of the files since, whatever is deployed next', async () => {
    const edit = fc.record({ file: fc.nat(), at: fc.nat(), how: fc.constantFrom('word', 'comment', 'line') });
    await fc.assert(
      fc.asyncProperty(
        handWritten,
        choice,
        choice,
        fc.array(edit, { maxLength: 4 }),
        async (files, one, other, edits) => {
          const once = { ...(await after(files, 'init', sent(one))) };
          const paths = Object.keys(once).filter((path) => path !== manifestPath);
          const marks = edits.map(({ file, at, how }, index) => {
            const path = paths[file % paths.length] ?? '';
            const text = once[path] ?? '';
            const mark = '①②③④'[index] ?? '';
            const place = at % (text.length + 1);
            const added = { word: mark, comment: `/* ${mark} */`, line: `\n// ${mark}\n` }[how];
            once[path] = text.slice(0, place) + added + text.slice(place);
            return mark;
          });
          const expectMarks = (now: Files): void => {
            const texts = Object.entries(now).flatMap(([path, text]) => (path === manifestPath ? [] : [text]));
            for (const mark of marks) expect(texts.join('\n')).toContain(mark);
          };
          let now: Files = once;
          for (const [operation, input] of [
            ['update', {}],
            ['init', { ...other, scope: undefined }],
            ['remove', {}],
          ] as const)
            try {
              now = await after(now, operation, sent({ scope: one.scope, ...sent(input) }));
              expectMarks(now);
            } catch (error) {
              // Settings that cannot be read any more: nothing is written.
              if (!(error instanceof Refused)) throw error;
              expect(error.code).toBe('unreadable');
            }
        },
      ),
      { numRuns: runs(600, 20) },
    );
  });
});
