import type { WrittenRule } from '../rule.js';
import { boardSectionMissing } from './PW301-board-section-missing.js';
import { boardSectionRenamed } from './PW302-board-section-renamed.js';
import { duplicateEntry } from './PW303-duplicate-entry.js';
import { malformedEntryTitle } from './PW304-malformed-entry-title.js';
import { taskMark } from './PW305-task-mark.js';
import { taskBullet } from './PW306-task-bullet.js';
import { entryWithoutTasks } from './PW307-entry-without-tasks.js';
import { boardStrayText } from './PW308-board-stray-text.js';
import { duplicateBoardSection } from './PW309-duplicate-board-section.js';
import { entrySpecPath } from './PW310-entry-spec-path.js';
import { duplicateTask } from './PW311-duplicate-task.js';
import { archiveSectionHeading } from './PW320-archive-section-heading.js';
import { archivedOpenTask } from './PW321-archived-open-task.js';

export const boardRules: readonly WrittenRule[] = [
  boardSectionMissing,
  boardSectionRenamed,
  duplicateEntry,
  malformedEntryTitle,
  taskMark,
  taskBullet,
  entryWithoutTasks,
  boardStrayText,
  duplicateBoardSection,
  entrySpecPath,
  duplicateTask,
  archiveSectionHeading,
  archivedOpenTask,
];
