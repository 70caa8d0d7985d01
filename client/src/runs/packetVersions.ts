import * as v from 'valibot';
import * as vscode from 'vscode';
import type { PacketVersion } from '../../../server/src/protocol.js';
import { runCommandLine } from '../editor/commandLine.js';
import { openRepositoryAt } from '../editor/gitExtension.js';
import { listOf, readJson } from '../editor/schemas.js';
import type { PacketRow } from './runRows.js';

const versionSchema = v.object({
  packet: v.string(),
  kind: v.picklist(['branch', 'attempt', 'lost', 'kept', 'merged']),
  attempt: v.exactOptional(v.number()),
  commit: v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/u)),
  ref: v.exactOptional(v.string()),
  worktree: v.exactOptional(v.string()),
});

/** As `pactwright run branches --format json` prints it. */
const answerSchema = v.object({ target: v.string(), versions: listOf(versionSchema) });

/** As `pactwright run compare --format json` prints it. */
const comparisonSchema = v.object({
  top: v.string(),
  from: v.string(),
  to: v.string(),
  files: listOf(v.object({ path: v.string(), status: v.picklist(['A', 'D', 'M', 'T']) })),
});

type Versions = v.InferOutput<typeof answerSchema>;

/** Opens the worktree of a packet in a window of its own. */
export async function openPacketWorktree(row: PacketRow, program: string): Promise<void> {
  const found = await readVersions(row, program);
  const worktree = found?.versions.find((one) => one.packet === row.packet.id && one.worktree !== undefined)?.worktree;
  if (worktree !== undefined)
    await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(worktree), { forceNewWindow: true });
  else if (found)
    void vscode.window.showInformationMessage(
      vscode.l10n.t('{0} has no worktree here: it is merged, or another machine works on it.', row.packet.id),
    );
}

/** Shows what two packets, two attempts, or a packet and the target differ in, in VS Code’s own view of many changes. */
export async function comparePacket(row: PacketRow, program: string): Promise<void> {
  const found = await readVersions(row, program);
  if (!found) return;
  const { versions, target } = found;
  const own = versions.filter(({ packet }) => packet === row.packet.id);
  if (own.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Git has nothing of {0} yet.', row.packet.id));
    return;
  }
  const one = own.length === 1 ? own[0] : await chooseVersion(own, vscode.l10n.t('Compare which state?'));
  if (!one) return;
  const others = [{ target }, ...versions.filter((other) => other !== one)];
  const other = await chooseVersion(others, vscode.l10n.t('Compare {0} with what?', nameOf(one)));
  if (other) await showChanges(row, program, other, one);
}

type Side = PacketVersion | { readonly target: string };

function nameOf(side: Side): string {
  if ('target' in side) return side.target;
  const { packet, kind, attempt = 0 } = side;
  switch (kind) {
    case 'branch':
      return vscode.l10n.t('{0}: branch', packet);
    case 'attempt':
      return vscode.l10n.t('{0}: attempt {1}', packet, attempt);
    case 'lost':
      return vscode.l10n.t('{0}: lost attempt {1}', packet, attempt);
    case 'kept':
      return vscode.l10n.t('{0}: kept after the abort', packet);
    case 'merged':
      return vscode.l10n.t('{0}: merged', packet);
  }
}

async function chooseVersion<S extends Side>(sides: readonly S[], title: string): Promise<S | undefined> {
  const picks = sides.map((side) => ({
    label: nameOf(side),
    description: 'target' in side ? vscode.l10n.t('what it has changed') : side.commit.slice(0, 10),
    side,
  }));
  return (await vscode.window.showQuickPick(picks, { title, matchOnDescription: true }))?.side;
}

async function showChanges(row: PacketRow, program: string, before: Side, after: PacketVersion): Promise<void> {
  const commits = 'target' in before ? [after.commit] : [before.commit, after.commit];
  const answer = await ask(comparisonSchema, row, program, ['run', 'compare', ...commits]);
  if (!answer) return;
  const { top, from, to, files } = answer;
  if (files.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('{0} and {1} have the same files.', nameOf(before), nameOf(after)),
    );
    return;
  }
  const opened = await openRepositoryAt(vscode.Uri.file(top));
  if (!opened) {
    void vscode.window.showWarningMessage(
      vscode.l10n.t('Could not show the changes: VS Code’s Git extension could not open {0}.', top),
    );
    return;
  }
  const resources = files.map(({ path: file, status }) => {
    const uri = vscode.Uri.joinPath(vscode.Uri.file(top), file);
    return [
      uri,
      status === 'A' ? undefined : opened.toGitUri(uri, from),
      status === 'D' ? undefined : opened.toGitUri(uri, to),
    ];
  });
  await vscode.commands.executeCommand('vscode.changes', `${nameOf(before)} ↔ ${nameOf(after)}`, resources);
}

function readVersions(row: PacketRow, program: string): Promise<Versions | undefined> {
  return ask(answerSchema, row, program, ['run', 'branches']);
}

/** Asks the command line about the run of a packet. What it refuses is said. */
async function ask<S extends v.GenericSchema>(
  schema: S,
  { run }: PacketRow,
  program: string,
  args: readonly string[],
): Promise<v.InferOutput<S> | undefined> {
  const lines: string[] = [];
  const { errors } = await runCommandLine({
    program,
    args: [...args, '--run', run.run, '--format', 'json'],
    folder: run.folder,
    onLine: (line) => lines.push(line),
    signal: AbortSignal.timeout(60_000),
  });
  const answer = readJson(schema, lines.join('\n'));
  if (answer === undefined)
    void vscode.window.showErrorMessage(
      errors.replace(/^pactwright: /u, '') || vscode.l10n.t('The branches of the run could not be read.'),
    );
  return answer;
}
