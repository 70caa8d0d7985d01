import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import manifest from '../../package.json' with { type: 'json' };
import { fileSystem } from '../host/fileSystem.js';
import { startLanguageServer } from './lsp/languageServer.js';
import { endWithParent } from './lsp/parentWatch.js';

startLanguageServer({
  connection: createConnection(ProposedFeatures.all),
  files: fileSystem,
  version: manifest.version,
  onParent: endWithParent,
});
