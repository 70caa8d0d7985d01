import type { FeatureHost } from './answer.js';
import { registerCodeLens } from './codeLens.js';
import { registerCompletion } from './completion.js';
import { registerDefinition } from './definition.js';
import { registerFolding } from './folding.js';
import { registerHighlight } from './highlight.js';
import { registerHover } from './hover.js';
import { registerInlayHint } from './inlayHint.js';
import { registerLinks } from './links.js';
import { registerRefactorings } from './refactorings.js';
import { registerReferences } from './references.js';
import { registerRename } from './rename.js';
import { registerSelection } from './selection.js';
import { registerSemanticTokens } from './semanticTokens.js';
import { registerSymbols } from './symbols.js';

const registrations: readonly ((host: FeatureHost) => void)[] = [
  registerCodeLens,
  registerCompletion,
  registerDefinition,
  registerFolding,
  registerHighlight,
  registerHover,
  registerInlayHint,
  registerLinks,
  registerRefactorings,
  registerReferences,
  registerRename,
  registerSelection,
  registerSemanticTokens,
  registerSymbols,
];

/** Answers what `featureCapabilities` says is answered. */
export function registerFeatures(host: FeatureHost): void {
  for (const register of registrations) register(host);
}
