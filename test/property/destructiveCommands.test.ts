import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { destructiveCommands } from '../../server/src/gates/shell/destructiveCommands.js';
import { runs } from '../support/runs.js';

const parts =
  "git|push|--force|reset --hard|rm -rf|src|node_modules|.|*|sh -c|bash -lc|eval|sudo|env X=Y|xargs|find . -exec|;|&&|\\;|\n|$(|)|(|`|'|\"|\\|$'|<<EOF\n|\nEOF\n|<<<|>|2>&1|<(|#|{|}|--|-|${|é|\u0000".split(
    '|',
  );
const line = fc.array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...parts) }, fc.string({ maxLength: 4 })), {
  maxLength: 40,
});

describe('destructive commands of any text', () => {
  it('are found without throwing, few and short', () => {
    fc.assert(
      fc.property(line, fc.constantFrom('', ' '), (pieces, between) => {
        const found = destructiveCommands(pieces.join(between));
        expect(found.length).toBeLessThanOrEqual(10);
        for (const { command } of found) expect(command.length).toBeLessThanOrEqual(200);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('are found behind any harmless line', () => {
    const word = fc.stringMatching(/^[a-z0-9 =.,/-]{0,20}$/);
    fc.assert(
      fc.property(fc.array(word), word, (lines, quoted) => {
        const found = destructiveCommands([...lines, `echo '${quoted}' "${quoted}"`, 'git reset --hard'].join('\n'));
        expect(found.at(-1)?.command).toBe('git reset --hard');
      }),
    );
  });

  // Each of these would take hours if it were read again for each of its parts, or end the process if it were followed down.
  const deep = runs(60_000, 20_000);
  it.each(parts.flatMap((part) => [part, `${part} `]))('takes %j many times over', (part) => {
    const text = part.repeat(deep);
    expect(() => destructiveCommands(text)).not.toThrow();
  });
  it.each(['{,', '.git/', '$tmp', '*', '../', 'a.egg-info', '://', 'bearer '])(
    'takes a path of %j many times over',
    (part) => {
      for (const end of ['', '!', '.lock'])
        expect(destructiveCommands(`rm -rf '${part.repeat(deep)}${end}'`).length).toBeLessThanOrEqual(1);
    },
  );
});
