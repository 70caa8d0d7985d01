import type { WrittenRule } from '../rule.js';
import { testCaseItemMismatch } from './PW201-test-case-item-mismatch.js';
import { scenarioWithoutId } from './PW202-scenario-without-id.js';
import { duplicateScenarioId } from './PW203-duplicate-scenario-id.js';
import { scenarioStepMissing } from './PW204-scenario-step-missing.js';
import { scenarioStepOrder } from './PW205-scenario-step-order.js';
import { scenarioStepEmpty } from './PW206-scenario-step-empty.js';
import { nearMissKeyword } from './PW207-near-miss-keyword.js';
import { ignoredGherkin } from './PW208-ignored-gherkin.js';
import { outlineWithoutExamples } from './PW209-outline-without-examples.js';
import { gherkinSyntax } from './PW210-gherkin-syntax.js';
import { testCaseWithoutScenarios } from './PW211-test-case-without-scenarios.js';
import { scenarioWithoutSteps } from './PW212-scenario-without-steps.js';

export const testCaseRules: readonly WrittenRule[] = [
  testCaseItemMismatch,
  scenarioWithoutId,
  duplicateScenarioId,
  scenarioStepMissing,
  scenarioStepOrder,
  scenarioStepEmpty,
  nearMissKeyword,
  ignoredGherkin,
  outlineWithoutExamples,
  gherkinSyntax,
  testCaseWithoutScenarios,
  scenarioWithoutSteps,
];
