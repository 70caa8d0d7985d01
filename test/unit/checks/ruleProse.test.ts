import { expect, it } from 'vitest';
import { textWithoutProse } from '../../../scripts/lib/buildPlugins.mjs';

it('takes what is written about a rule out of its file, and nothing else', () => {
  const rule = (why: string, end = ''): string =>
    `const why = 1;\nexport const one = defineRule({\n  code: 'PW101',\n  why: ${why},\n  fix: \`a\n  b\`,\n  pactkit: 'c, ' + 'd'${end}});\nconst edit = { fix: 1 };\n`;
  for (const end of ['', ',\n  needs,\n'])
    expect(textWithoutProse('one.ts', rule("'It, matters.'", end)).replace(/\s+/gu, ' ')).toBe(
      `const why = 1; export const one = defineRule({ code: 'PW101', ${end ? 'needs, ' : ''}}); const edit = { fix: 1 }; `,
    );
});

it.each(['export const one = ruleAbout(column);', "export const one = defineRule({ code: 'PW101', why, fix: 'b' });"])(
  'fails where it does not find all of it: %s',
  (text) => {
    expect(() => textWithoutProse('one.ts', text)).toThrow('one.ts: its rule has no why');
  },
);
