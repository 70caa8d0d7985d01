import { anything, list, map, oneOf, text, textThat } from '../yaml/schemaParts.js';

const texts = list(text);

/** What a work package is called. */
const workPackageId = /^WP\d{2,}$/u;

/** The front matter of a work package: Spec Kitty refuses every other key. */
export const workPackageSchema = map({
  work_package_id: [
    'The id of the work package: `WP` and at least two digits.',
    textThat((value) => (workPackageId.test(value) ? undefined : 'is not an id: write `WP` and at least two digits')),
  ],
  title: ['What the work package does, in a line.', text],
  dependencies: ['The work packages that must be approved first, by id.', texts],
  requirement_refs: ['The requirements of the spec that it implements.', texts],
  tracker_refs: ['Issues in other systems that it is about.', texts],
  owned_files: ['The files that it may change, as globs. Work packages with overlapping files share a lane.', texts],
  create_intent: ['Files that it creates, so that they need not exist yet.', texts],
  authoritative_surface: ['The folder that most of its files are in.', text],
  scope: ['`codebase-wide` for work that may change any file.', oneOf(['codebase-wide'])],
  execution_mode: [
    'Whether it changes code in a worktree, or planning documents in the main checkout.',
    oneOf(['code_change', 'planning_artifact']),
  ],
  subtasks: ['The ids of its subtasks in `tasks.md`.', texts],
  lane: ['The lane when the file was written; the log of events decides which lane it is in.', text],
  agent: ['Who works on it: `tool[:model[:profile[:role]]]`, or a map of these.', anything],
  assignee: ['The person responsible for it.', text],
  planning_base_branch: ['The branch that it was planned on.', text],
  merge_target_branch: ['The branch that it is merged into.', text],
  branch_strategy: ['How its branch is made and merged, in words.', text],
  history: ['What happened to it, as Spec Kitty writes it.', anything],
  tags: ['Words to find it by.', texts],
});
