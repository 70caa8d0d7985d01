import type { WrittenRule } from '../rule.js';
import { documentIgnoredByGit } from './PW601-document-ignored-by-git.js';
import { gitHistoryUnreadable } from './PW602-git-history-unreadable.js';
import { specNotOnBoard } from './PW610-spec-not-on-board.js';
import { entryWithoutSpec } from './PW611-entry-without-spec.js';
import { sectionContradictsTasks } from './PW612-section-contradicts-tasks.js';
import { sectionContradictsStatus } from './PW613-section-contradicts-status.js';
import { doneWithOpenTasks } from './PW614-done-with-open-tasks.js';
import { doneWithDraftText } from './PW615-done-with-draft-text.js';
import { doneWithErrors } from './PW617-done-with-errors.js';
import { titleMismatch } from './PW618-title-mismatch.js';
import { itemInTwoPlaces } from './PW619-item-in-two-places.js';
import { dependencyNotDone } from './PW620-dependency-not-done.js';
import { dependencyCycle } from './PW621-dependency-cycle.js';
import { inProgressOverlap } from './PW622-in-progress-overlap.js';
import { fileMissing } from './PW623-file-missing.js';
import { contextStale } from './PW624-context-stale.js';
import { testCaseWithoutSpec } from './PW625-test-case-without-spec.js';
import { doneSpecWithoutTestCase } from './PW626-done-spec-without-test-case.js';
import { doneWithoutCommit } from './PW630-done-without-commit.js';
import { inProgressIdle } from './PW631-in-progress-idle.js';
import { unknownItemInGit } from './PW632-unknown-item-in-git.js';
import { doneWithUnmergedBranch } from './PW633-done-with-unmerged-branch.js';
import { changedAfterDone } from './PW634-changed-after-done.js';
import { requirementNewerThanTest } from './PW635-requirement-newer-than-test.js';
import { tickWithoutCode } from './PW636-tick-without-code.js';
import { releasedWithReleaseTbd } from './PW637-released-with-release-tbd.js';
import { doneButReverted } from './PW638-done-but-reverted.js';
import { specChangedAfterFreeze } from './PW640-spec-changed-after-freeze.js';
import { doneWithoutVerdict } from './PW641-done-without-verdict.js';
import { assumptionChanged } from './PW642-assumption-changed.js';
import { requirementOnTwoBranches } from './PW643-requirement-on-two-branches.js';
import { quoteDiffers } from './PW644-quote-differs.js';
import { agentSettingsChanged } from './PW645-agent-settings-changed.js';
import { hooksBypassed } from './PW646-hooks-bypassed.js';
import { conventionShare } from './PW690-convention-share.js';

export const driftRules: readonly WrittenRule[] = [
  documentIgnoredByGit,
  gitHistoryUnreadable,
  specNotOnBoard,
  entryWithoutSpec,
  sectionContradictsTasks,
  sectionContradictsStatus,
  doneWithOpenTasks,
  doneWithDraftText,
  doneWithErrors,
  titleMismatch,
  itemInTwoPlaces,
  dependencyNotDone,
  dependencyCycle,
  inProgressOverlap,
  fileMissing,
  contextStale,
  testCaseWithoutSpec,
  doneSpecWithoutTestCase,
  doneWithoutCommit,
  inProgressIdle,
  unknownItemInGit,
  doneWithUnmergedBranch,
  changedAfterDone,
  requirementNewerThanTest,
  tickWithoutCode,
  releasedWithReleaseTbd,
  doneButReverted,
  specChangedAfterFreeze,
  doneWithoutVerdict,
  assumptionChanged,
  requirementOnTwoBranches,
  quoteDiffers,
  agentSettingsChanged,
  hooksBypassed,
  conventionShare,
];
