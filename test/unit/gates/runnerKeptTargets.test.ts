import { describe, it } from 'vitest';
import { runnerKept } from '../../../server/src/gates/conditions/runnerKept.js';
import { change, checkCondition } from '../../support/checkCondition.js';
import { gateProject } from '../../support/gateProject.js';

async function judge(file: string, before: string, after: string, problem?: string): Promise<void> {
  const work = { changes: [change(file, before, after)] };
  const expected = { state: 'fail', problems: [`${file}: ${problem ?? ''}`] } as const;
  await checkCondition(
    runnerKept,
    { project: gateProject(), work },
    problem === undefined ? { state: 'pass' } : expected,
  );
}

// A change that does not fit on a line is not repeated in the message.
describe('the condition runner-kept, for targets of a makefile', () => {
  it.each([
    ['a target of a makefile', 'test:\n\tpytest\n', 'test:\n\t@true\n', 'test changed, so '],
    [
      'a variable that a target of a makefile uses',
      'RUN = pytest\ntest:\n\t$(RUN)\n',
      'RUN = true\ntest:\n\t$(RUN)\n',
      'test changed',
    ],
    ['the shell of a makefile', 'test:\n\tpytest\n', 'SHELL = /bin/true\ntest:\n\tpytest\n', 'test changed'],
    [
      'a variable that another one uses, which goes on',
      'A = x \\\n  $(B)\ndefine B\npytest\nendef\ntest: ; $(A)\n',
      'A = x \\\n  $(B)\ndefine B\ntrue\nendef\ntest: ; $(A)\n',
      'test changed',
    ],
    [
      'a target of a makefile behind a condition',
      'test:\nifdef CI\n\tpytest\nendif\n',
      'test:\nifdef CI\n\ttrue\nendif\n',
      'test changed',
    ],
    [
      'a variable that a condition sets',
      'ifdef CI\n  RUN = pytest\nendif\ntest:\n\t$(RUN)\n',
      'ifdef CI\n  RUN = true\nendif\ntest:\n\t$(RUN)\n',
      'test changed',
    ],
    [
      'a variable that a makefile gives to all programs',
      'test:\n\tpytest\n',
      'export PYTEST_ADDOPTS = --collect-only\ntest:\n\tpytest\n',
      'test changed',
    ],
    [
      'a variable of a makefile that is given to all programs now',
      'X = 1\ntest:\n\tpytest\n',
      'X = 1\nexport X\ntest:\n\tpytest\n',
      'test changed',
    ],
    ['what a makefile brings in', 'test:\n\tpytest\n', '-include other.mk\ntest:\n\tpytest\n', 'test changed'],
    [
      'a target that the tests make',
      'test:\n\t$(MAKE) unit\nunit:\n\tpytest\n',
      'test:\n\t$(MAKE) unit\nunit:\n\ttrue\n',
      'unit changed',
    ],
    [
      'what a target of a makefile depends on',
      'test: unit\nunit:\n\tpytest\n',
      'test: unit\nunit:\n\t@true\n',
      'unit changed',
    ],
    [
      'what a target of a makefile depends on in its second line',
      'test: lint \\\n  unit\nunit:\n\tpytest\n',
      'test: lint \\\n  unit\nunit:\n\ttrue\n',
      'unit changed',
    ],
    [
      'what a target of a makefile depends on where it is named again',
      'test: lint\ntest: unit\nunit:\n\tpytest\n',
      'test: lint\ntest: unit\nunit:\n\ttrue\n',
      'unit changed',
    ],
    [
      'what a target of a makefile depends on by a variable',
      'ALL = lint unit\ntest: $(ALL)\nunit:\n\tpytest\n',
      'ALL = lint unit\ntest: $(ALL)\nunit:\n\ttrue\n',
      'unit changed',
    ],
  ])('fails at %s', async (_, before, after, problem) => {
    await judge('Makefile', before, after, problem);
  });

  it.each([
    [
      'a variable of another target',
      'V := 1\nall: test build\ntest:\n\tpytest\nbuild:\n\tcp $(V) a\n',
      'V := 2\nall: test build\ntest:\n\tpytest\nbuild:\n\tcp $(V) b\n',
    ],
    [
      'what the product is made of',
      'OBJS = a.o\ninclude = a\ntest:\n\tpytest\n-include $(OBJS:.o=.d)\n',
      'OBJS = a.o b.o\ninclude = b\ntest:\n\tpytest\n-include $(OBJS:.o=.d)\n',
    ],
    ['another target', 'test:\n\tpytest\n', 'test:\n\tpytest\n\nbuild:\n\tmake all\n'],
  ])('passes %s', async (_, before, after) => {
    await judge('Makefile', before, after);
  });
});

it.each([
  ['a recipe of a justfile', 'test:\n    CI=1 pytest a: b\n', 'test:\n    CI=1 true a: b\n'],
  [
    'a recipe of a justfile that takes arguments',
    '@test *args="":\n    pytest {{args}}\n',
    '@test *args="":\n    true {{args}}\n',
  ],
])('the condition runner-kept fails at %s', async (_, before, after) => {
  await judge('justfile', before, after, 'test changed');
});
