import type { WrittenRule } from '../rule.js';
import { mustWithoutScenario } from './PW701-must-without-scenario.js';
import { shouldWithoutScenario } from './PW702-should-without-scenario.js';
import { criterionWithoutScenario } from './PW703-criterion-without-scenario.js';
import { scenarioWithoutCriterion } from './PW704-scenario-without-criterion.js';
import { scenarioCitesUnknownId } from './PW705-scenario-cites-unknown-id.js';
import { scenarioWithoutTest } from './PW706-scenario-without-test.js';
import { testNamesUnknownCriterion } from './PW707-test-names-unknown-criterion.js';
import { testNamesUnknownItem } from './PW708-test-names-unknown-item.js';

/** Rules about what leads from requirements to tests, by code. */
export const traceRules: readonly WrittenRule[] = [
  mustWithoutScenario,
  shouldWithoutScenario,
  criterionWithoutScenario,
  scenarioWithoutCriterion,
  scenarioCitesUnknownId,
  scenarioWithoutTest,
  testNamesUnknownCriterion,
  testNamesUnknownItem,
];
