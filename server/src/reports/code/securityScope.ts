import type { ScopedCheck, ScopeSign } from '../../code/securityScope.js';

/** As the table of a spec's Security Scope. */
export function formatSecurityScope(checks: readonly ScopedCheck[]): string {
  const rows = checks.map(({ id, topic, signs }) => [id, signs.length > 0 ? 'Yes' : 'No', reasonOf(topic, signs)]);
  return [['Check', 'Applicable', 'Reason'], ['---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** More makes no reader wiser. */
const most = 3;

function reasonOf(topic: string, signs: readonly ScopeSign[]): string {
  if (signs.length === 0) return `${topic}: nothing in the files asks for it`;
  const shown = signs
    .slice(0, most)
    .map(
      ({ path, line, why }) =>
        `${path}${line === undefined ? '' : `:${String(line + 1)}`} (${why.replaceAll('|', '\\|')})`,
    );
  return `${topic}: ${shown.join(', ')}${signs.length > most ? ` and ${String(signs.length - most)} more` : ''}`;
}
