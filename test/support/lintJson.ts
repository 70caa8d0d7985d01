import { run } from './runCli.js';

/** What `lint --format json` prints. */
export interface LintJson {
  readonly version: number;
  readonly root: string;
  readonly files: number;
  readonly findings: readonly {
    id: string;
    code: string;
    path: string;
    severity: string;
    related?: { path: string }[];
  }[];
  readonly counts: Readonly<Record<string, number>>;
}

/** Runs `lint --format json` and reads its one document. */
export async function lintJson(cwd: string, ...args: string[]): Promise<{ code: number; json: LintJson; err: string }> {
  const { code, out, err } = await run({ cwd }, 'lint', '--format', 'json', ...args);
  return { code, json: JSON.parse(out) as LintJson, err }; // the shape is what the tests are about
}

/** `path CODE` of the findings of level error. */
export const errors = ({ findings }: LintJson): string[] =>
  findings.filter(({ severity }) => severity === 'error').map(({ path: file, code }) => `${file} ${code}`);
