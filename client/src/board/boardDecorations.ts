import * as vscode from 'vscode';
import type { BoardFacts, BoardView } from '../../../server/src/protocol.js';
import { findingWords } from './boardWords.js';
import { countFindings } from '../editor/entryCounts.js';

/** Entries are no files: a scheme of their own keeps the decorations of files off them. */
const scheme = 'pactwright-entry';

/** What an entry's row is decorated by. */
export function entryUri(root: string, item: string): vscode.Uri {
  return vscode.Uri.from({ scheme, path: `/${item}`, query: root });
}

/** Marks the entries whose items have errors or warnings: how many, in the colour of the worst. */
export function registerBoardDecorations(context: vscode.ExtensionContext): {
  readonly show: (boards: readonly BoardView[]) => void;
} {
  const changed = new vscode.EventEmitter<vscode.Uri[]>();
  let known = new Map<string, { readonly uri: vscode.Uri; readonly facts: BoardFacts }>();
  context.subscriptions.push(
    changed,
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: changed.event,
      provideFileDecoration: (uri) => {
        const found = uri.scheme === scheme ? known.get(uri.toString()) : undefined;
        return found && decorationOf(found.facts);
      },
    }),
  );
  return {
    show: (boards) => {
      const before = known;
      known = factsByUri(boards);
      const differ = [...known].filter(([key, { facts }]) => !isSame(before.get(key)?.facts, facts));
      const gone = [...before].filter(([key]) => !known.has(key));
      if (differ.length + gone.length > 0) changed.fire([...differ, ...gone].map(([, { uri }]) => uri));
    },
  };
}

function factsByUri(
  boards: readonly BoardView[],
): Map<string, { readonly uri: vscode.Uri; readonly facts: BoardFacts }> {
  return new Map(
    boards.flatMap(({ root, sections }) =>
      sections.flatMap(({ entries }) =>
        entries.flatMap(({ id, facts }) => {
          if (id === undefined || !facts || countFindings(facts) === 0) return [];
          const uri = entryUri(root, id);
          return [[uri.toString(), { uri, facts }] as const];
        }),
      ),
    ),
  );
}

function isSame(one: BoardFacts | undefined, other: BoardFacts): boolean {
  return one?.errors === other.errors && one.warnings === other.warnings;
}

function decorationOf(facts: BoardFacts): vscode.FileDecoration {
  const count = countFindings(facts);
  const colour = new vscode.ThemeColor(facts.errors > 0 ? 'list.errorForeground' : 'list.warningForeground');
  // The editor shows two characters at most.
  return new vscode.FileDecoration(count > 9 ? '9+' : String(count), findingWords(facts), colour);
}
