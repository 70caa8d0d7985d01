import type { WrittenRule } from '../rule.js';
import { contextTitleRule } from './PW401-context-title.js';
import { contextSectionMissing } from './PW402-context-section-missing.js';
import { contextSectionOrder } from './PW403-context-section-order.js';
import { contextUpdatedLine } from './PW404-context-updated-line.js';
import { lessonsTableMissing } from './PW411-lessons-table-missing.js';
import { lessonsRowCells } from './PW412-lessons-row-cells.js';
import { lessonsDate } from './PW413-lessons-date.js';
import { lessonsTooManyRows } from './PW414-lessons-too-many-rows.js';
import { lessonsOrder } from './PW415-lessons-order.js';
import { governanceTestCount } from './PW421-governance-test-count.js';
import { malformedWorkPackage } from './PW431-malformed-work-package.js';
import { workPackageDependency } from './PW432-work-package-dependency.js';
import { workPackageOverlap } from './PW433-work-package-overlap.js';
import { workPackageFileMissing } from './PW434-work-package-file-missing.js';

export const otherDocumentRules: readonly WrittenRule[] = [
  contextTitleRule,
  contextSectionMissing,
  contextSectionOrder,
  contextUpdatedLine,
  lessonsTableMissing,
  lessonsRowCells,
  lessonsDate,
  lessonsTooManyRows,
  lessonsOrder,
  governanceTestCount,
  malformedWorkPackage,
  workPackageDependency,
  workPackageOverlap,
  workPackageFileMissing,
];
