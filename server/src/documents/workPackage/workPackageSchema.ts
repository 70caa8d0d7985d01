import type { MapSchema, YamlSchema } from '../yaml/yamlSchema.js';

const line: YamlSchema = { type: 'string' };
const texts: YamlSchema = { type: 'list', items: line };

/** What a work package is called. */
const workPackageId = /^WP\d{2,}$/u;

/** The front matter of a work package: Spec Kitty refuses every other key. */
export const workPackageSchema: MapSchema = {
  type: 'map',
  keys: {
    work_package_id: {
      description: 'The id of the work package: `WP` and at least two digits.',
      schema: {
        type: 'string',
        check: (value) => (workPackageId.test(value) ? undefined : 'is not an id: write `WP` and at least two digits'),
      },
    },
    title: { description: 'What the work package does, in a line.', schema: line },
    dependencies: {
      description: 'The work packages that must be approved first, by id.',
      schema: { type: 'list', items: line },
    },
    requirement_refs: { description: 'The requirements of the spec that it implements.', schema: texts },
    tracker_refs: { description: 'Issues in other systems that it is about.', schema: texts },
    owned_files: {
      description: 'The files that it may change, as globs. Work packages with overlapping files share a lane.',
      schema: texts,
    },
    create_intent: { description: 'Files that it creates, so that they need not exist yet.', schema: texts },
    authoritative_surface: { description: 'The folder that most of its files are in.', schema: line },
    scope: {
      description: '`codebase-wide` for work that may change any file.',
      schema: { type: 'string', values: ['codebase-wide'] },
    },
    execution_mode: {
      description: 'Whether it changes code in a worktree, or planning documents in the main checkout.',
      schema: { type: 'string', values: ['code_change', 'planning_artifact'] },
    },
    subtasks: { description: 'The ids of its subtasks in `tasks.md`.', schema: texts },
    lane: {
      description: 'The lane when the file was written; the log of events decides which lane it is in.',
      schema: line,
    },
    agent: {
      description: 'Who works on it: `tool[:model[:profile[:role]]]`, or a map of these.',
      schema: { type: 'any' },
    },
    assignee: { description: 'The person responsible for it.', schema: line },
    planning_base_branch: { description: 'The branch that it was planned on.', schema: line },
    merge_target_branch: { description: 'The branch that it is merged into.', schema: line },
    branch_strategy: { description: 'How its branch is made and merged, in words.', schema: line },
    history: { description: 'What happened to it, as Spec Kitty writes it.', schema: { type: 'any' } },
    tags: { description: 'Words to find it by.', schema: texts },
  },
};
