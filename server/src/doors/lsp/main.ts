import os from 'node:os';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import manifest from '../../../package.json' with { type: 'json' };
import { cacheFiles } from '../../host/cacheFiles.js';
import { fileSystem } from '../../host/fileSystem.js';
import { git } from '../../host/git.js';
import { createSessionReader } from '../../execution/agents/sessionReader.js';
import { logsOf } from '../../execution/agents/sessionPlace.js';
import { startLanguageServer } from './languageServer.js';
import { endWithParent } from './parentWatch.js';
import { createRecordReader } from '../../project/recordReader.js';

/** In milliseconds. */
const longestReview = 60_000;

startLanguageServer({
  connection: createConnection(ProposedFeatures.all),
  files: fileSystem,
  git,
  clock: Date.now,
  cache: cacheFiles,
  record: createRecordReader({ env: process.env, platform: process.platform, home: os.homedir() }),
  agents: {
    logsOf: (root, repository) => logsOf(root, repository, process.env),
    reader: createSessionReader(),
    // Hardly any session of the editor asks for it.
    baseOf: async (work) =>
      (await import('../../execution/agents/reviewBase.js')).findReviewBase(work, AbortSignal.timeout(longestReview)),
  },
  version: manifest.version,
  onParent: endWithParent,
});
