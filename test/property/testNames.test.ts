import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { run } from '../support/runCli.js';
import { runs } from '../support/runs.js';
import { temporaryFolder, writeFiles } from '../support/temporaryFolder.js';

const spec = `# STORY-001: Names

## Acceptance Criteria

### AC1: Asked for

### AC2: Not asked for
`;

/** What means something to a pattern, a shell, a JavaScript text or a report. */
const sign = fc.constantFrom(
  ...Array.from('.*+?^$()[]{}|\\/-"\'`%<>&#=,;:!@~_ax1 \n\t\u00e9\u{1f600}'),
  '${x}',
  '$1',
  '%s',
  '\\n',
  ' > ',
  '--',
);
const names = fc
  .uniqueArray(fc.tuple(fc.array(sign, { maxLength: 8 }), fc.boolean()), {
    minLength: 12,
    maxLength: 12,
    selector: ([signs]) => signs.join('').trim(),
  })
  .map((all) => all.map(([signs, asked]) => ({ name: `STORY-001/${asked ? 'AC1' : 'AC2'} ${signs.join('')}.`, asked })))
  .filter((all) => all.some(({ asked }) => asked) && all.some(({ asked }) => !asked));

const runners = [
  { runner: 'vitest', file: 'names.test.ts', imports: "import { it } from 'vitest';" },
  { runner: 'node', file: 'names.test.mjs', imports: "import { it } from 'node:test';" },
] as const;

describe.each(runners)('names as $runner knows them', ({ file, imports }) => {
  it('choose exactly the tests that are asked for', async () => {
    const cwd = temporaryFolder({ 'docs/specs/STORY-001.md': spec, 'package.json': '{ "type": "module" }' });
    symlinkSync(path.resolve('node_modules'), path.join(cwd, 'node_modules'));
    await fc.assert(
      fc.asyncProperty(names, async (all) => {
        const log = path.join(cwd, 'ran.txt');
        const tests = all.map(
          ({ name }, index) => `it(${JSON.stringify(name)}, () => appendFileSync(log, '${index} '));\n`,
        );
        writeFiles(cwd, {
          'ran.txt': '',
          [file]: `import { appendFileSync } from 'node:fs';\n${imports}\nconst log = ${JSON.stringify(log)};\n${tests.join('')}`,
        });
        const env = { PATH: process.env['PATH'] ?? '' };
        const { code, out } = await run({ cwd, env }, 'test', 'STORY-001/AC1');
        const ran = readFileSync(log, 'utf8').trim().split(' ').map(Number);
        expect(ran.sort((a, b) => a - b)).toEqual(all.flatMap(({ asked }, index) => (asked ? [index] : [])));
        expect([code, out]).toEqual([0, expect.stringContaining('STORY-001/AC1 Asked for: passed')]);
      }),
      { numRuns: runs(6) },
    );
  });
});
