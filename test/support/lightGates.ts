const lightOff = [
  'answers-follow',
  'call-chain',
  'regression',
  'seen-red',
  'tests-notice',
  'tests-real',
  'tests-steady',
];

/**
 * A configuration without the conditions that run tests many times, for tests of what happens around a gate. Those conditions have
 * tests of their own; gate.test.ts and the cheats run the standard profile whole.
 */
export const lightGates = gatesWithout(lightOff);

/** The same without tests at all, for what is done hundreds of times over. */
export const lightestGates = gatesWithout([...lightOff, 'tests-pass']);

/** A configuration with the standard profile whole but for these conditions. */
export function gatesWithout(conditions: readonly string[]): Readonly<Record<string, string>> {
  return {
    '.pactwright/config.yaml': `gates:
  profile: light
  profiles:
    light:
      extends: standard
      off: [${conditions.join(', ')}]
`,
  };
}
