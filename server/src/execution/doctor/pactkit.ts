import path from 'node:path';
import { pactkitConfigPaths } from '../../documents/pactkitConfig/kind.js';
import { pactkitEffects } from '../../documents/pactkitConfig/effects.js';
import { parseYaml } from '../../documents/yaml/yamlKind.js';
import type { YamlNode } from '../../documents/yaml/yamlTree.js';
import { systemDesign } from './systemDesign.js';
import { fieldsOf, parseJson } from '../../base/json.js';
import type { Flaw } from '../../reports/flaws.js';
import type { Examination, Patient } from './patient.js';

/** What PactKit left: copies of its configuration, files it installed, checkpoints, graphs. */
export const pactkit: Examination = {
  title: 'PactKit',
  examine: async (patient) => {
    const copies = await readCopies(patient);
    const [used] = copies;
    return [
      ...differing(copies),
      ...(used ? await withoutEffect(used) : []),
      ...(used ? await notInstalled(patient, used) : []),
      ...(await checkpoints(patient)),
      ...(used ? await graphFolderMissing(patient) : []),
      ...(await graphs(patient)),
      ...(await systemDesign(patient)),
    ];
  },
};

interface Copy {
  readonly path: string;
  readonly text: string;
}

async function readCopies({ textOf }: Patient): Promise<readonly Copy[]> {
  const read = await Promise.all(pactkitConfigPaths.map(async (one) => ({ path: one, text: await textOf(one) })));
  return read.flatMap(({ path: file, text }) => (text === undefined ? [] : [{ path: file, text }]));
}

function differing(copies: readonly Copy[]): readonly Flaw[] {
  const [first, ...others] = copies;
  return others
    .filter(({ text }) => text !== first?.text)
    .map(({ path: file }) => ({
      check: 'pactkit-config',
      severity: 'warning',
      path: file,
      message: `${file} differs from ${first?.path ?? ''}`,
      cause: `Only ${first?.path ?? ''} counts`,
      next: 'Make them equal, or remove one of them',
    }));
}

async function mapOf({ text }: Copy): Promise<YamlNode | undefined> {
  return (await parseYaml(text, '1.1')).model.root;
}

/** Keys that do nothing here, each with the reason. */
async function withoutEffect(copy: Copy): Promise<readonly Flaw[]> {
  const found: Flaw[] = [];
  const visit = (node: YamlNode | undefined, before: string): void => {
    if (node?.kind !== 'map') return;
    for (const { key, value } of node.pairs) {
      const name = `${before}${key.value}`;
      const reason = pactkitEffects.get(name);
      if (reason === undefined) visit(value, `${name}.`);
      else
        found.push({
          check: 'pactkit-key',
          severity: 'info',
          path: copy.path,
          line: copy.text.slice(0, key.span.start).split('\n').length - 1,
          message: `${name} has no effect in Pactwright`,
          cause: reason.why,
          next: reason.instead,
        });
    }
  };
  visit(await mapOf(copy), '');
  return found;
}

const kinds = ['agents', 'commands', 'skills', 'rules'] as const;

async function notInstalled({ machine, code }: Patient, copy: Copy): Promise<readonly Flaw[]> {
  const root = await mapOf(copy);
  if (root?.kind !== 'map') return [];
  const { home } = machine.places;
  const own = path.join(code.root, path.dirname(copy.path));
  const folders = [own, ...['.claude', '.config/opencode', '.codex'].map((one) => path.join(home, one))];
  const found: Flaw[] = [];
  for (const { key, value } of root.pairs) {
    const kind = kinds.find((one) => one === key.value);
    if (kind === undefined || value.kind !== 'sequence') continue;
    const names = value.items.flatMap((item) =>
      item.kind === 'scalar' ? [{ name: String(item.value), at: item.span.start }] : [],
    );
    for (const { name, at } of names) {
      if (/[/\\]/u.test(name)) continue;
      // Commands are installed as skills since PactKit 2.7.
      const places = [`${kind}/${name}.md`, `skills/${name}/SKILL.md`, `skills/${name}.md`];
      const isThere = await Promise.all(
        folders.flatMap((folder) => places.map((place) => machine.disk.exists(path.join(folder, place)))),
      );
      if (!isThere.includes(true))
        found.push({
          check: 'installed',
          severity: 'warning',
          path: copy.path,
          line: copy.text.slice(0, at).split('\n').length - 1,
          message: `${name} of \`${kind}\` is not installed`,
          cause: 'Agents that PactKit set up do not know it',
          next: 'Install it again, or remove it from the list',
        });
    }
  }
  return found;
}

async function checkpoints({ code, textOf }: Patient): Promise<readonly Flaw[]> {
  const files = code.paths.filter((one) => /^\.pactkit\/continuations\/[^/]+\.json$/u.test(one));
  const texts = await Promise.all(
    files.map(async (file) => ({ file, kept: fieldsOf(parseJson((await textOf(file)) ?? '')) })),
  );
  return texts.flatMap(({ file, kept }): readonly Flaw[] => {
    if (!kept)
      return [
        {
          check: 'checkpoint',
          severity: 'warning',
          path: file,
          message: 'This checkpoint cannot be read',
          cause: 'An agent that resumes from it starts over',
          next: 'Remove it, and begin the item’s phase again',
        },
      ];
    const { status, blocker } = kept;
    if (status !== 'blocked') return [];
    return [
      {
        check: 'checkpoint',
        severity: 'warning',
        path: file,
        message: `Work is blocked${typeof blocker === 'string' && blocker !== '' ? `: ${blocker}` : ''}`,
        cause: 'An agent that resumes the item stops there',
        next: 'Resolve it, and begin again with `pactwright continuation checkpoint … --fresh`',
      },
    ];
  });
}

const graphFolder = 'docs/architecture/graphs';
const weekSeconds = 7 * 24 * 3600;
const drawGraphs = { title: 'Draw the graphs', command: ['pactwright', 'draw-graphs'] };

/** PactKit's playbooks read them. */
async function graphFolderMissing({ machine, code, project }: Patient): Promise<readonly Flaw[]> {
  if (!project || (await machine.disk.exists(path.join(code.root, graphFolder)))) return [];
  return [
    {
      check: 'no-graphs',
      severity: 'warning',
      path: graphFolder,
      message: 'The folder of graphs does not exist',
      cause: 'Playbooks of PactKit read the graphs in it before they plan',
      next: 'Draw the graphs',
      fix: drawGraphs,
    },
  ];
}

/** By commits, not by the times of files: those are of the checkout. */
async function graphs({ machine, code, signal, project }: Patient): Promise<readonly Flaw[]> {
  const files = code.paths.filter((one) => one.startsWith(`${graphFolder}/`) && one.endsWith('_graph.mmd'));
  if (!project || !code.repository || files.length === 0) return [];
  const timeOf = async (...places: readonly string[]): Promise<number> => {
    const answer = await machine.runGit(code.root, ['log', '-1', '--format=%ct', '--', ...places], signal);
    return answer.kind === 'answer' ? Number(answer.value.trim()) : 0;
  };
  const source = await timeOf('.', ':(exclude)docs', ':(exclude)*.md');
  const found: Flaw[] = [];
  for (const file of files) {
    const drawn = await timeOf(file);
    if (drawn === 0 || source - drawn <= weekSeconds) continue;
    found.push({
      check: 'graph',
      severity: 'info',
      path: file,
      message: `The graph is ${String(Math.floor((source - drawn) / 86_400))} days older than the source code`,
      next: 'Draw the graphs',
      fix: drawGraphs,
    });
  }
  return found;
}
