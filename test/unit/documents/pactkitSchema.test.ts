import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checkPactkitConfig } from '../../../server/src/documents/pactkitConfig/pactkitSchema.js';
import { parseYamlDocument } from '../../../server/src/documents/yaml/parseYamlDocument.js';
import { describeWithShared } from '../../support/shared.js';

function messagesOf(text: string): string[] {
  const { root } = parseYamlDocument(text, '1.1').document;
  return root ? checkPactkitConfig(root).map(({ message }) => message) : [];
}

function problemsOf(text: string): string[] {
  const { document, problems } = parseYamlDocument(text, '1.1');
  expect(problems).toEqual([]);
  return (document.root ? checkPactkitConfig(document.root) : []).map(({ kind, span, suggestion }) =>
    [kind, text.slice(span.start, span.end), ...(suggestion === undefined ? [] : [suggestion])].join(' '),
  );
}

it.each([
  ['a language', 'stack: python', []],
  ['several languages', 'stack: [go, node]', []],
  ['an unknown language', 'stack: [go, rust]', ['badValue rust']],
  ['a misspelt language', 'stack: pyton', ['badValue pyton python']],
  ['developers', 'developer: bob-01', []],
  ['no developer', 'developer: ""', []],
  ['a developer that PactKit warns of', 'developer: Bob', ['badValue Bob']],
  ['a misspelt key', 'stak: go', ['misspeltKey stak stack']],
  ['an unknown key', 'company: x', ['unknownKey company']],
  ['an unknown key of a section', 'ci:\n  colour: x', ['unknownKey colour']],
  ['words for true and false', 'lint_blocking: yes\nauto_fix: off', []],
  ['text for true', 'lint_blocking: "yes"', ['wrongType "yes"']],
  ['numbers', 'regression: {max_impact_tests: 0}\ndone: {lesson_quality_threshold: 26}', ['badValue 0', 'badValue 26']],
  ['nested sections', 'check: {pactguard: {mode: patern}, observe: {sources: all}}', ['badValue patern pattern']],
  ['agents', 'agents: [qa-engineer, system-medics]', ['badValue system-medics system-medic']],
  ['commands', 'commands: [project-plan, project-trace]', ['retiredKey project-trace']],
  ['models of agents', 'agent_models: {qa-engineer: opus, qa: opus}', ['unknownKey qa']],
  ['models of commands', 'command_models: {act: sonnet, anything: x}', []],
  ['scopes', 'rule_scopes: {x: "src/[a", y: ["a", "[b]"]}', ['badValue "src/[a"']],
  ['lists of names to leave out', 'exclude: {agents: [anything]}\ncommand_rules: {act: [x]}', []],
  [
    'stub edges',
    'visualize: {stub_edges: ["a -> b", "a - b"], layers: [{name: x, patterns: [y]}]}',
    ['badValue "a - b"'],
  ],
  [
    'retired keys',
    'version: 1\nhooks: {pre_push_check: true, pre_pus: 1}',
    ['retiredKey version', 'retiredKey pre_push_check', 'unknownKey pre_pus'],
  ],
  ['a full stop, which is no number', 'root: .\nvenv: {path: .}\ne2e: {test_dir: .}', []],
  ['empty sections', 'ci:\nagents:', []],
  ['no map', '[a]', ['wrongType [']],
])('checks %s', (_, text, expected) => {
  expect(problemsOf(text)).toEqual(expected);
});

it.each([
  ['quotes only where they help', 'stack: 5', /^(?!.*quotes).*not the number 5$/],
  ['quotes where they do', 'root: 5', /quote the value$/],
  ['no names where there are none', 'hooks: {foo: 1}', /has no effect: remove it$/],
])('advises %s', (_, text, expected) => {
  expect(messagesOf(text)).toEqual([expect.stringMatching(expected)]);
});

describeWithShared('a real pactkit.yaml', ['corpus', 'pactkit', '.claude'], (folder) => {
  it('is as it should be', () => {
    expect(problemsOf(readFileSync(`${folder}/pactkit.yaml`, 'utf8'))).toEqual([]);
  });
});
