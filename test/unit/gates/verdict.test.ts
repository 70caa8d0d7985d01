import { describe, expect, it } from 'vitest';
import { blockers, type Decisive, decide } from '../../../server/src/gates/verdict.js';

const said = { person: 'Ada', reason: 'seen by hand', at: 0 };

/** `tests-pass:fail` is required; `coverage:fail?` is optional; `tasks:fail!` is overridden. */
function conditions(text: string): Decisive[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const [, name = '', state = '', mark = ''] = /^([\w-]+):(\w+)([?!]?)$/u.exec(word) ?? [];
      return {
        name,
        // What the pattern above can match.
        state: state as Decisive['state'],
        required: mark !== '?',
        backtrack: name === 'spec-frozen' ? 'spec' : name === 'process' ? 'process' : 'repeat',
        ...(mark === '!' ? { overridden: said } : {}),
      };
    });
}

describe('a verdict', () => {
  it.each([
    ['', 'allowed', '', undefined],
    ['tasks:pass coverage:fail?', 'allowed', '', undefined],
    ['tasks:pass coverage:unknown?', 'allowed', '', undefined],
    ['tasks:fail', 'refused', 'tasks', 'repeat'],
    ['tasks:unknown', 'unknown', 'tasks', undefined],
    ['tasks:unknown tests-pass:fail', 'refused', 'tasks tests-pass', 'repeat'],
    ['tasks:fail!', 'allowed', '', undefined],
    ['tasks:fail! tests-pass:fail', 'refused', 'tests-pass', 'repeat'],
    ['tests-pass:fail process:fail', 'refused', 'tests-pass process', 'process'],
    ['process:fail spec-frozen:fail', 'refused', 'process spec-frozen', 'spec'],
    ['tests-pass:fail spec-frozen:unknown', 'refused', 'tests-pass spec-frozen', 'repeat'],
  ])('of "%s" is %s', (text, answer, blocked, backtrack) => {
    const all = conditions(text);
    expect(decide(all)).toEqual({ answer, ...(backtrack === undefined ? {} : { backtrack }) });
    expect(
      blockers(all)
        .map(({ name }) => name)
        .join(' '),
    ).toBe(blocked);
  });
});
