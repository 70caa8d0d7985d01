/** Where a project's configuration is, relative to its root. */
export const configurationPath = '.pactwright/config.yaml';
