import { stacksOf } from '../../code/stacks.js';
import { insertAt, type TextEdit } from '../../markdown/textEdit.js';
import type { ParsedDocument } from '../../documents/document.js';
import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';

/** Sets `stack` of pactkit.yaml to what the project is built with. */
export const redetectStack = defineOperation({
  name: 'redetect-stack',
  group: 'documents',
  summary: 'Sets `stack` in every copy of pactkit.yaml to what the project is built with',
  details:
    'Reads the files that build it (package.json, pyproject.toml, go.mod, pom.xml …) at the root, else one level down. One value alone changes; comments and all else stay. Pactwright itself finds languages by their files and needs no `stack`.',
  example: {},
  fields: {},
  reads: ['pactkitConfig'],
  needs: 'code',
  writes: true,
  plan: ({ project }) => {
    const copies = project.ofKind('pactkitConfig');
    if (copies.length === 0) throw new Refused('not-found', 'there is no pactkit.yaml: Pactwright needs none');
    // PactKit knows no Rust.
    const stacks = stacksOf(project.code?.paths ?? []).filter((stack) => stack !== 'rust');
    const [only, ...others] = stacks;
    if (only === undefined)
      throw new Refused('not-found', 'no file at the root, or one level down, says what the project is built with');
    const value = others.length === 0 ? only : `[${stacks.join(', ')}]`;
    const changes = copies.flatMap((copy) => {
      const edit = stackEdit(copy, value);
      return edit ? [{ kind: 'edit' as const, path: copy.path, edits: [edit] }] : [];
    });
    const written = changes.map(({ path }) => path);
    const where = written.length === 0 ? 'every copy says so already' : `written to ${written.join(', ')}`;
    return { changes, answer: { message: `stack: ${value} (${where})`, data: { stack: stacks, written } } };
  },
});

function stackEdit(
  { path, text, model, problems }: ParsedDocument<'pactkitConfig'>,
  value: string,
): TextEdit | undefined {
  const { root } = model;
  if (problems.length > 0 || (root && root.kind !== 'map'))
    throw new Refused('unreadable', `${path} cannot be changed: it is no YAML map`);
  const pair = root?.pairs.find(({ key }) => key.value === 'stack');
  if (!pair) return insertAt(root?.span.start ?? text.length, `stack: ${value}\n`);
  const { start, end } = pair.value.span;
  const known = text.slice(start, end).replace(/\s+$/u, '');
  if (known === value || known.replace(/["']/gu, '') === value) return undefined;
  if (start === end) return { span: { start: pair.key.span.end, end: pair.key.span.end + 1 }, newText: `: ${value}` };
  return { span: { start, end: start + known.length }, newText: known.startsWith('-') ? ` ${value}` : value };
}
