/**
 * A configuration without the conditions that run tests many times, for tests of what happens around a gate. Those conditions have
 * tests of their own; gate.test.ts and the cheats run the standard profile whole.
 */
export const lightGates = {
  '.pactwright/config.yaml': `gates:
  profile: light
  profiles:
    light:
      extends: standard
      off: [answers-follow, call-chain, regression, seen-red, tests-notice, tests-real, tests-steady]
`,
} as const;
