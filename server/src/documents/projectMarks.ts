/** What makes a folder a project. Apart from the kinds of documents, as a hook looks for it and for nothing else. */

/** Where a project's own configuration is. */
export const configurationPath = '.pactwright/config.yaml';

/** Where is written down what `init` deployed: committed, so that everyone who clones the project can update and remove it. */
export const manifestPath = '.pactwright/deployed.json';

/** Where specs are unless the configuration says otherwise. */
export const defaultSpecsFolder = 'docs/specs';
