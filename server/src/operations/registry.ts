import { add } from './board/add.js';
import { archive } from './board/archive.js';
import { editTitle } from './board/editTitle.js';
import { list } from './board/list.js';
import { move } from './board/move.js';
import { remove } from './board/remove.js';
import { reorder } from './board/reorder.js';
import { snapshot } from './board/snapshot.js';
import { sort } from './board/sort.js';
import { addTask, editTask, removeTask } from './board/tasks.js';
import { tick, untick } from './board/tick.js';
import { unarchive } from './board/unarchive.js';
import { clean } from './delivery/clean.js';
import { commit } from './delivery/commit.js';
import { done } from './delivery/done.js';
import { issueSync } from './delivery/issueSync.js';
import { pr } from './delivery/pr.js';
import { reviewPr } from './delivery/reviewPr.js';
import { release } from './delivery/release.js';
import { backfillRelease } from './documents/backfillRelease.js';
import { checkpoint, resume } from './documents/continuation.js';
import { context } from './documents/context.js';
import { drawGraphs } from './documents/drawGraphs.js';
import { invariantsRefresh } from './documents/invariantsRefresh.js';
import { lessonAppend } from './documents/lessonAppend.js';
import { next } from './documents/next.js';
import { nextId } from './documents/nextId.js';
import { redetectStack } from './documents/redetectStack.js';
import { report } from './documents/report.js';
import { schema } from './documents/schema.js';
import { specGraph } from './documents/specGraph.js';
import { setRelease } from './documents/setRelease.js';
import { setStatus } from './documents/setStatus.js';
import { status } from './documents/status.js';
import type { Operation } from './operation.js';
import { branch } from './scaffold/branch.js';
import { newBoard } from './scaffold/newBoard.js';
import { newItem } from './scaffold/newItem.js';
import { newPrd } from './scaffold/newPrd.js';
import { newSkill } from './scaffold/newSkill.js';
import { newSpec } from './scaffold/newSpec.js';
import { newSystemDesign } from './scaffold/newSystemDesign.js';
import { newTestCase } from './scaffold/newTestCase.js';
import { newTestFile } from './scaffold/newTestFile.js';
import { newTestsFor } from './scaffold/newTestsFor.js';
import { init } from './setUp/init.js';
import { initStatus } from './setUp/initStatus.js';
import { removeSetUp } from './setUp/removeSetUp.js';
import { update } from './setUp/update.js';
import { createWorktree } from './worktrees/create.js';
import { listWorktrees } from './worktrees/list.js';
import { pruneWorktrees } from './worktrees/prune.js';
import { removeWorktree } from './worktrees/remove.js';

/** All operations, in the order in which help and documentation list them. */
export const allOperations: readonly Operation[] = [
  add,
  tick,
  untick,
  move,
  reorder,
  editTitle,
  addTask,
  editTask,
  removeTask,
  remove,
  archive,
  unarchive,
  sort,
  list,
  snapshot,
  newBoard,
  newItem,
  newSpec,
  newTestCase,
  newTestFile,
  newTestsFor,
  newPrd,
  newSystemDesign,
  newSkill,
  branch,
  status,
  next,
  nextId,
  setStatus,
  setRelease,
  backfillRelease,
  lessonAppend,
  invariantsRefresh,
  context,
  schema,
  specGraph,
  drawGraphs,
  report,
  checkpoint,
  resume,
  redetectStack,
  createWorktree,
  listWorktrees,
  removeWorktree,
  pruneWorktrees,
  commit,
  done,
  pr,
  release,
  issueSync,
  reviewPr,
  clean,
  init,
  update,
  removeSetUp,
  initStatus,
];
