import path from 'node:path';
import { configurationPath } from '../documents/projectMarks.js';
import type { Configuration } from '../workspace/configuration.js';
import type { ProjectIndex } from '../workspace/index.js';
import { UsageError } from '../base/usageError.js';

/** The configuration of a project that was read. @throws UsageError if its file cannot be used. */
export function configurationInForce(index: Pick<ProjectIndex, 'root' | 'configuration'>): Configuration {
  const { value, problem } = index.configuration();
  if (!problem) return value;
  throw wrongConfiguration(path.join(index.root, ...configurationPath.split('/')), problem);
}

/** What is said of a configuration that cannot be used. */
export function wrongConfiguration(
  file: string,
  { message, line }: { readonly message: string; readonly line?: number },
): UsageError {
  return new UsageError(`the configuration ${file}${line === undefined ? '' : `, line ${line}`}: ${message}`);
}
