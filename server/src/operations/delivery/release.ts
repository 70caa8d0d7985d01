import { documentKinds } from '../../documents/registry.js';
import { metadataRow } from '../../documents/spec/specStatus.js';
import { createTraceGraph } from '../../trace/createTraceGraph.js';
import type { ItemTrace } from '../../trace/graph.js';
import { graphFiles } from '../board/snapshot.js';
import { defineOperation, type OperationWorkspace } from '../operation.js';
import type { StepDraft } from '../step.js';
import { changelogSection } from '../support/changelogSection.js';
import { requireVersion } from '../support/projectVersion.js';
import { versionField } from '../support/versionField.js';

/** Whether an item is finished and goes out with a version: its Release names that one, or none yet. */
export function isReleasedWith({ spec, stage }: ItemTrace, version: string): boolean {
  if (!spec || (stage !== 'done' && stage !== 'archived')) return false;
  const release = metadataRow(spec.model.metadata, 'Release')?.value.value ?? '';
  return release.toUpperCase() === 'TBD' || release === version;
}

/** Releases a version: Release fields, archive, commit, tag, and where there is a remote the release on GitHub. */
export const release = defineOperation({
  name: 'release',
  group: 'delivery',
  summary: 'Releases a version: Release fields, archive, commit, tag, and a GitHub release if there is a remote',
  details:
    'Runs the gate `release` for every finished item in the version. Fails if a manifest (`package.json`, `pyproject.toml`, `Cargo.toml`) has a different version or the tag already exists. The commit includes manifests, lock files, the changelog and what the earlier steps write. Other uncommitted changes stay; `--dry-run` lists both. `pactwright phase release` has an agent prepare the release first.',
  example: { version: '1.4.0' },
  fields: { version: versionField },
  reads: documentKinds,
  needs: 'documents',
  writes: true,
  asksGates: true,
  plan: async (workspace, { version }) => {
    const { project, configuration, delivery } = workspace;
    await requireVersion(workspace.readFile, version);
    const desk = await delivery();
    const { tag } = await desk.releasePlace(version);
    const trace = createTraceGraph(project, configuration);
    const items = trace.items.filter((id) => {
      const item = trace.item(id);
      return item !== undefined && isReleasedWith(item, version);
    });
    return {
      gates: items.map((item) => ({ gate: 'release', item })),
      steps: [
        ...(await documentSteps(workspace, version)),
        await commitStep(workspace, version),
        ...(await publishSteps(workspace, version)),
      ],
      answer: { message: `released ${version} as ${tag}`, data: { version, tag, items } },
    };
  },
});

async function documentSteps({ readFile }: OperationWorkspace, version: string): Promise<readonly StepDraft[]> {
  const graphs = await Promise.all(graphFiles.map((file) => readFile(file)));
  const step = (summary: string, name: string, input: Readonly<Record<string, unknown>>): StepDraft => ({
    kind: 'operation',
    summary,
    name,
    input,
  });
  return [
    step(`set the Release of finished items to ${version}`, 'backfill-release', { version }),
    ...(graphs.some((graph) => graph !== undefined)
      ? [step('save the graphs for this version', 'board snapshot', { version })]
      : []),
    step('move Done entries to the archive', 'board archive', { allDone: true }),
  ];
}

async function commitStep({ delivery }: OperationWorkspace, version: string): Promise<StepDraft> {
  const { own, left } = await (await delivery()).filesOfRelease();
  return {
    kind: 'commit',
    summary: 'commit the release with the changes of the steps above',
    message: `chore(release): ${version}`,
    paths: own,
    left,
  };
}

async function publishSteps(
  { delivery, readFile }: OperationWorkspace,
  version: string,
): Promise<readonly StepDraft[]> {
  const { branch, tag, remote } = await (await delivery()).releasePlace(version);
  const tagging: StepDraft = {
    kind: 'program',
    summary: `tag it ${tag}`,
    program: 'git',
    args: ['tag', '--annotate', `--message=${version}`, tag],
  };
  if (!remote) return [tagging];
  const notes = changelogSection((await readFile('CHANGELOG.md')) ?? '', version);
  return [
    tagging,
    {
      kind: 'program',
      summary: `push ${branch} and ${tag} to ${remote.name}`,
      program: 'git',
      args: ['push', '--atomic', remote.name, `refs/heads/${branch}`, `refs/tags/${tag}`],
    },
    {
      kind: 'program',
      summary: `create the GitHub release with ${notes === undefined ? 'generated notes' : 'its section of CHANGELOG.md'}`,
      program: remote.gh,
      args: [
        ...['release', 'create', tag, `--title=${version}`, '--verify-tag'],
        notes === undefined ? '--generate-notes' : '--notes-file=-',
      ],
      ...(notes === undefined ? {} : { input: `${notes}\n` }),
    },
  ];
}
