import type { WrittenRule } from '../rule.js';
import { itemIdMismatch } from './PW101-item-id-mismatch.js';
import { missingTitle } from './PW102-missing-title.js';
import { duplicateSection } from './PW103-duplicate-section.js';
import { duplicateRequirementId } from './PW104-duplicate-requirement-id.js';
import { duplicateCriterionId } from './PW105-duplicate-criterion-id.js';
import { numberingGap } from './PW106-numbering-gap.js';
import { unknownRequirementCited } from './PW107-unknown-requirement-cited.js';
import { criterionStepMissing } from './PW108-criterion-step-missing.js';
import { criterionStepOrder } from './PW109-criterion-step-order.js';
import { criterionStepEmpty } from './PW110-criterion-step-empty.js';
import { criterionStepDoubled } from './PW111-criterion-step-doubled.js';
import { mustWithoutCriterion } from './PW112-must-without-criterion.js';
import { placeholderText } from './PW113-placeholder-text.js';
import { malformedTableRow } from './PW114-malformed-table-row.js';
import { nearMissSectionRule } from './PW115-near-miss-section.js';
import { wrongHeadingLevel } from './PW116-wrong-heading-level.js';
import { prioritySyntax } from './PW117-priority-syntax.js';
import { releaseSyntax } from './PW118-release-syntax.js';
import { requirementWithoutLevel } from './PW119-requirement-without-level.js';
import { sectionOrder } from './PW120-section-order.js';
import { duplicateMetadataField } from './PW121-duplicate-metadata-field.js';
import { requirementHeadingForm } from './PW122-requirement-heading-form.js';
import { selfDependency } from './PW123-self-dependency.js';
import { conflictRiskValue } from './PW124-conflict-risk-value.js';
import { specFileName } from './PW125-spec-file-name.js';
import { vagueRequirement } from './PW130-vague-requirement.js';
import { untestableCriterion } from './PW131-untestable-criterion.js';

/** Rules about specs, by code. */
export const specRules: readonly WrittenRule[] = [
  itemIdMismatch,
  missingTitle,
  duplicateSection,
  duplicateRequirementId,
  duplicateCriterionId,
  numberingGap,
  unknownRequirementCited,
  criterionStepMissing,
  criterionStepOrder,
  criterionStepEmpty,
  criterionStepDoubled,
  mustWithoutCriterion,
  placeholderText,
  malformedTableRow,
  nearMissSectionRule,
  wrongHeadingLevel,
  prioritySyntax,
  releaseSyntax,
  requirementWithoutLevel,
  sectionOrder,
  duplicateMetadataField,
  requirementHeadingForm,
  selfDependency,
  conflictRiskValue,
  specFileName,
  vagueRequirement,
  untestableCriterion,
];
