import type { InlayHint } from 'vscode-languageserver';
import { inlayHints } from '../../../languageFeatures/inlayHints.js';
import { answer, type FeatureHost } from './answer.js';

/** Answers whoever asks: our client asks only where the setting `pactwright.inlayHints.titles` wants titles. */
export function registerInlayHint(host: FeatureHost): void {
  host.connection.languages.inlayHint.on(
    answer(host, 'inlay hints', null, (settled, { range }): InlayHint[] | null => {
      const { lines } = settled.document;
      const within = { start: lines.offsetAt(range.start), end: lines.offsetAt(range.end) };
      return inlayHints(settled, within).map(({ offset, text }) => ({
        position: lines.positionAt(offset),
        label: text,
        paddingLeft: true,
      }));
    }),
  );
}
