import path from 'node:path';
import { baseField, codeQuestion, filesField } from './codeQuestion.js';
import { defineQuery } from './query.js';

const maxBytes = 1024 * 1024;

/** Which security checks a change asks for. */
export const secScope = defineQuery({
  name: 'sec-scope',
  summary: 'Shows which of the security checks SEC-1 to SEC-8 a change asks for, and the lines that say so',
  details: 'As a table for the Security Scope of a spec. Documents and tests ask for none.',
  fields: { files: filesField, base: baseField },
  toolset: 'code',
  readOnly: true,
  ask: async (scene, input) => {
    const { securityScopeOf } = await import('../../code/securityScope.js');
    const { decodeText } = await import('../../base/decodeText.js');
    const { formatSecurityScope } = await import('../../reports/code/securityScope.js');
    const { code, wanted } = await codeQuestion(scene, input);
    const { files } = scene.machine;
    const within = (await files.realPath(code.root)) ?? code.root;
    const texts = await Promise.all(
      wanted.map(async (file) => {
        const result = await files.read(path.join(code.root, ...file.split('/')), { within, maxBytes });
        const decoded = result.kind === 'file' ? decodeText(result.bytes) : undefined;
        return { path: file, text: decoded?.kind === 'text' ? decoded.text : undefined };
      }),
    );
    const checks = securityScopeOf(texts);
    return { message: formatSecurityScope(checks), data: { root: code.root, files: wanted, checks } };
  },
});
