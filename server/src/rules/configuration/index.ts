import type { WrittenRule } from '../rule.js';
import { yamlSyntax } from './PW501-yaml-syntax.js';
import { unknownKey } from './PW502-unknown-key.js';
import { misspeltKey } from './PW503-misspelt-key.js';
import { mistypedValue } from './PW504-mistyped-value.js';
import { unknownValue } from './PW505-unknown-value.js';
import { retiredKey } from './PW506-retired-key.js';
import { invalidConfiguration } from './PW511-invalid-configuration.js';
import { unknownRuleInConfiguration } from './PW512-unknown-rule-in-configuration.js';
import { malformedRole } from './PW513-malformed-role.js';
import { unknownRole } from './PW514-unknown-role.js';
import { unusedSuppression } from './PW521-unused-suppression.js';
import { malformedSuppression } from './PW522-malformed-suppression.js';

export const configurationRules: readonly WrittenRule[] = [
  yamlSyntax,
  unknownKey,
  misspeltKey,
  mistypedValue,
  unknownValue,
  retiredKey,
  invalidConfiguration,
  unknownRuleInConfiguration,
  malformedRole,
  unknownRole,
  unusedSuppression,
  malformedSuppression,
];
