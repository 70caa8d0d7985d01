import path from 'node:path';
import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import manifest from '../../../package.json' with { type: 'json' };
import { createIdleToken, rememberedFor } from '../../base/idleToken.js';
import { cacheFolder } from '../../base/userFolders.js';
import { blockingFileSystem, fileSystem, stampedFileSystem } from '../../host/fileSystem.js';
import { nodeMachine } from '../../host/machine.js';
import { createSessionReader } from '../../execution/agents/sessionReader.js';
import { readAllComments } from '../../execution/agents/commentsFile.js';
import { createRunReader } from '../../execution/runLog/runReader.js';
import { queueIn } from '../../execution/agents/queueFile.js';
import { logsOf } from '../../execution/agents/sessionPlace.js';
import { startLanguageServer } from './languageServer.js';
import { endWithParent } from '../../host/parentWatch.js';
import { createRecordReader } from '../../project/recordReader.js';

/** In milliseconds. */
const longestReview = 60_000;

const machine = nodeMachine({ files: fileSystem });
const { build } = machine.self;

startLanguageServer({
  connection: createConnection(ProposedFeatures.all),
  machine,
  codeMachine: { ...machine, files: stampedFileSystem, session: createIdleToken(rememberedFor) },
  cache: machine.cache,
  kept:
    build === undefined
      ? undefined
      : {
          folder: path.join(cacheFolder(machine.places), 'documents'),
          build,
          files: blockingFileSystem,
          // Models of 20,000 documents take half a gigabyte, and features ask for those of a few.
          forgets: {
            begin: () => machine.reclaimEarly?.(),
            settled: () => machine.reclaimSoon?.(),
            mostWhole: 8_000,
            mostHeld: 0,
          },
        },
  record: createRecordReader(machine),
  agents: {
    logsOf: (root, repository) => logsOf(machine, root, repository),
    reader: createSessionReader(machine),
    runs: createRunReader(machine),
    queueIn: (logs) => queueIn(machine, logs),
    commentsIn: (logs) => readAllComments(machine, logs),
    // Hardly any session of the editor asks for it.
    baseOf: async (work) =>
      (await import('../../execution/agents/reviewBase.js')).findReviewBase(
        machine,
        work,
        AbortSignal.timeout(longestReview),
      ),
  },
  version: manifest.version,
  onParent: endWithParent,
});
