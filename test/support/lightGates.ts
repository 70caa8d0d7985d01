/** A configuration without the conditions that take long; what they ask is asked elsewhere. */
export const lightGates = {
  '.pactwright/config.yaml': `gates:
  profile: light
  profiles:
    light:
      extends: standard
      off: [tests-notice, tests-real, tests-steady, seen-red, regression]
`,
} as const;
