import { describe, it } from 'vitest';
import { securityScope } from '../../../server/src/gates/conditions/securityScope.js';
import { stackLint } from '../../../server/src/gates/conditions/stackLint.js';
import { checkCondition, type ExpectedOutcome } from '../../support/checkCondition.js';
import { runsCommands } from '../../support/statedRuns.js';

type Stated = Parameters<typeof runsCommands>[0];

describe('stack-lint', () => {
  const check = (name: string, stated: Stated, expected: ExpectedOutcome, declared = true): void => {
    it(name, async () => {
      const project = `=== docs/specs/STORY-001.md\n# STORY-001: A\n${
        declared ? '=== configuration\ngates:\n  commands:\n    lint: [eslint, .]\n' : ''
      }`;
      await checkCondition(stackLint, { project, lab: runsCommands(stated) }, expected);
    });
  };

  check('none is declared', {}, { state: 'pass', summary: 'declares no lint command' }, false);
  check('nothing to say', { lint: {} }, { state: 'pass' });
  check(
    'something to say',
    { lint: { code: 1, said: '\u001b[31msrc/a.ts\u001b[0m\n\n  1:1  error  no.\n' } },
    { state: 'fail', problems: ['The lint command exited with code 1:\nsrc/a.ts\n1:1  error  no'] },
  );
  check('a command that hangs', { lint: { code: null, timedOut: true } }, { state: 'fail', problems: ['exceeded'] });
  check(
    'a command that a signal ends',
    { lint: { code: null } },
    { state: 'fail', problems: ['was terminated by a signal'] },
  );
  check(
    'a command that mends',
    { lint: { changed: ['src/a.ts'] } },
    {
      state: 'fail',
      summary: 'changed the sources',
      problems: ['src/a.ts changed during the run'],
    },
  );
  check(
    'a command that nobody let run',
    { lint: 'unapproved' },
    {
      state: 'unknown',
      problems: ['The lint command is not allowed to run here'],
      next: '--trust-commands',
    },
  );
  check('a command that is not installed', { lint: 'notStarted' }, { state: 'unknown', next: 'Install' });
});

describe('security-scope', () => {
  const check = (name: string, rows: string, expected: ExpectedOutcome, stated?: Stated): void => {
    it(name, async () => {
      const table =
        rows === '' ? '' : `## Security Scope\n\n| Check | Applicable | Reason |\n| --- | --- | --- |\n${rows}`;
      const project = `=== docs/specs/STORY-001.md\n# STORY-001: A\n\n${table}\n${
        stated ? '=== configuration\ngates:\n  commands:\n    security: [audit]\n' : ''
      }`;
      await checkCondition(securityScope, { project, lab: runsCommands(stated ?? {}) }, expected);
    });
  };

  check(
    'answered',
    '| SEC-1 | Yes | keys |\n| SEC-2 | N/A | no input |\n| SEC-3 | **No** | no database |\n| SEC-4 | only for admins | |\n',
    {
      state: 'pass',
      summary: '4 security checks answered',
    },
  );
  check('left open', '| SEC-1 | TODO | TODO |\n| SEC-2 | | |\n| SEC-3 | ? | |\n', {
    state: 'fail',
    problems: ['Nothing says whether SEC-1 applies', 'SEC-2', 'SEC-3'],
  });
  check('no reason', '| SEC-1 | N/A | |\n| SEC-2 | No | - |\n| SEC-3 | - | TBD |\n', {
    state: 'fail',
    problems: ['SEC-1 does not apply, and nothing says why', 'SEC-2', 'SEC-3'],
  });
  check('no rows', '', { state: 'fail', problems: ['lists no security checks'] });
  check(
    'the command passes',
    '| SEC-1 | Yes | keys |\n',
    { state: 'pass', summary: 'and the security command passes' },
    { security: {} },
  );
  check(
    'the command does not',
    '| SEC-1 | Yes | keys |\n',
    { state: 'fail', problems: ['exited with code 3'] },
    { security: { code: 3 } },
  );
  check('the command may not run', '| SEC-1 | Yes | keys |\n', { state: 'unknown' }, { security: 'unapproved' });
  check(
    'the command may not run, and a row is open',
    '| SEC-1 | TODO | |\n',
    { state: 'fail', problems: ['SEC-1'] },
    { security: 'unapproved' },
  );
});
