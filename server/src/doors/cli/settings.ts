import type { Rule } from '../../rules/rule.js';
import { type Configuration, readConfiguration } from '../../workspace/configuration.js';
import { configurationPath } from '../../documents/projectMarks.js';
import { parseDocument } from '../../documents/parseDocument.js';
import type { FileSystem } from '../../workspace/ports.js';
import { wrongConfiguration } from '../../project/configurationInForce.js';
import { UsageError } from '../../base/usageError.js';
import type { LintOptions } from './lintOptions.js';
import { readTextFile } from '../../project/readTextFile.js';

/** The configuration with what the command line says on top. */
export function withOptions(configuration: Configuration, { compat, rules }: LintOptions): Configuration {
  return {
    ...configuration,
    compat: compat ?? configuration.compat,
    rules: rules.size === 0 ? configuration.rules : new Map([...configuration.rules, ...rules]),
  };
}

/** The configuration of `--config`. @throws UsageError if the file is missing or anything in it is wrong. */
export async function readConfigurationFile(
  file: string,
  rules: readonly Rule[],
  files: FileSystem,
): Promise<Configuration> {
  const text = await readTextFile(file, files);
  if (text === undefined) throw new UsageError(`the configuration ${file} does not exist`);
  const document = await parseDocument('config', configurationPath, text);
  const { configuration, problems } = readConfiguration(document.model, rules);
  // Nothing else reports what is wrong with a file outside the project's documents.
  const [problem] = [...document.problems, ...problems];
  if (!problem) return configuration;
  const { line } = document.lines.positionAt(problem.span.start);
  throw wrongConfiguration(file, { message: problem.message, line: line + 1 });
}
