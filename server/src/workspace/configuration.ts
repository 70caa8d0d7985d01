import { defaultDocumentPaths, type DocumentPaths } from '../documents/documentPaths.js';

/** The PactKit versions whose verdicts can be asked for. */
export type CompatVersion = '2.10.6' | '2.20.0';

export type RuleSetting = 'off' | 'error' | 'warning' | 'info';

/** What `.pactwright/config.yaml` says, defaults filled in. */
export interface Configuration {
  readonly compat: CompatVersion | undefined;
  /** By rule code or rule name, as written. */
  readonly rules: ReadonlyMap<string, RuleSetting>;
  /** Relative to the project root, with `/`, inside it. */
  readonly paths: DocumentPaths;
  /** Globs of files that are not looked at, relative to the project root. */
  readonly ignore: readonly string[];
  /** Where the baseline is, relative to the project root. */
  readonly baseline: string;
}

export const defaultConfiguration: Configuration = {
  compat: undefined,
  rules: new Map(),
  paths: defaultDocumentPaths,
  ignore: [],
  baseline: '.pactwright/baseline.json',
};
