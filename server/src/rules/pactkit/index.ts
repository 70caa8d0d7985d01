import type { WrittenRule } from '../rule.js';
import { unreadableFile } from './E000-unreadable-file.js';
import { missingMetadata } from './E001-missing-metadata.js';
import { missingField } from './E002-missing-field.js';
import { missingRequirements } from './E003-missing-requirements.js';
import { noRequirements } from './E004-no-requirements.js';
import { missingAcceptanceCriteria } from './E005-missing-acceptance-criteria.js';
import { noAcceptanceCriteria } from './E006-no-acceptance-criteria.js';
import { incompleteCriterion } from './E007-incomplete-criterion.js';
import { undecidedRelease } from './E008-undecided-release.js';
import { missingSecurityScope } from './E009-missing-security-scope.js';
import { danglingDependency } from './E010-dangling-dependency.js';
import { missingBackground } from './W001-missing-background.js';
import { missingTargetCallChain } from './W002-missing-target-call-chain.js';
import { noRequirementLevel } from './W003-no-requirement-level.js';
import { missingOutOfScope } from './W004-missing-out-of-scope.js';
import { implementationStepsWithoutTable } from './W005-implementation-steps-without-table.js';
import { unknownStatus } from './W006-unknown-status.js';
import { requirementWithoutCriterion } from './W007-requirement-without-criterion.js';
import { templatePlaceholder } from './W008-template-placeholder.js';
import { wrongSectionLevel } from './W009-wrong-section-level.js';
import { missingLateralScan } from './W010-missing-lateral-scan.js';
import { missingDependencySurface } from './W011-missing-dependency-surface.js';

/** PactKit's own rules under their own codes. */
export const pactkitRules: readonly WrittenRule[] = [
  unreadableFile,
  missingMetadata,
  missingField,
  missingRequirements,
  noRequirements,
  missingAcceptanceCriteria,
  noAcceptanceCriteria,
  incompleteCriterion,
  undecidedRelease,
  missingSecurityScope,
  danglingDependency,
  missingBackground,
  missingTargetCallChain,
  noRequirementLevel,
  missingOutOfScope,
  implementationStepsWithoutTable,
  unknownStatus,
  requirementWithoutCriterion,
  templatePlaceholder,
  wrongSectionLevel,
  missingLateralScan,
  missingDependencySurface,
];
