import { escapeHtml } from '../../base/escapeHtml.js';
import type { Flaw } from '../flaws.js';
import { htmlPage, styleOnly } from '../htmlPage.js';

/** A page of a report. */
export interface ReportTab {
  readonly title: string;
  /** Safe HTML. */
  readonly body: string;
}

const style = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--mark:#0b62d6}
@media(prefers-color-scheme:dark){:root{--mark:#6cb0ff}}
body{font:14px/1.5 system-ui,sans-serif;margin:0;padding:1.5rem 2rem}
h1{font-size:1.3rem;margin:0 0 .2rem}p{margin:.3rem 0 1rem}
.tabs{display:flex;flex-wrap:wrap;gap:.2rem 1rem;border-bottom:1px solid var(--line)}
.tabs>input{position:absolute;opacity:0}
.tabs>label{padding:.4rem .1rem;cursor:pointer;border-bottom:2px solid transparent}
.tabs>input:checked+label{border-color:var(--mark);color:var(--mark)}
.tabs>input:focus-visible+label{outline:2px solid var(--mark);outline-offset:2px}
.tabs>section{display:none;order:1;width:100%;padding:1rem 0;overflow-x:auto}
.tabs>input:checked+label+section{display:block}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.25rem .8rem .25rem 0;border-bottom:1px solid var(--line);vertical-align:top}
th{position:sticky;top:0;background:Canvas}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
code{font:12px ui-monospace,monospace}svg{max-width:100%;height:auto}
svg rect{fill:var(--soft);stroke:currentColor;stroke-opacity:.4}svg text{font:12px system-ui,sans-serif;text-anchor:middle;fill:currentColor}
svg path{fill:none;stroke:currentColor;stroke-opacity:.35}
`;

/** One page with tabs, without script: it can be kept, mailed and opened anywhere. @param hash of the style, as a policy names it. */
export function codeReport(
  title: string,
  about: string,
  tabs: readonly ReportTab[],
  hashOf: (style: string) => string,
): string {
  const parts = tabs.map(
    ({ title: name, body }, at) =>
      `<input type="radio" name="tab" id="t${at}"${at === 0 ? ' checked' : ''}><label for="t${at}">${escapeHtml(name)}</label><section aria-label="${escapeHtml(name)}">${body}</section>`,
  );
  return htmlPage({
    language: 'en',
    title,
    policy: styleOnly(`'${hashOf(style)}'`),
    head: `<style>${style}</style>`,
    body: `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(about)}</p><main class="tabs">${parts.join('\n')}</main>`,
  });
}

/** A table; numbers are at the right. */
export function tableOf(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  if (rows.length === 0) return '<p>Nothing.</p>';
  const isNumber = (column: number): boolean => rows.every((row) => typeof row[column] === 'number');
  const kind = (column: number): string => (isNumber(column) ? ' class="n"' : '');
  const head = heads.map((text, column) => `<th scope="col"${kind(column)}>${escapeHtml(text)}</th>`).join('');
  const body = rows.map(
    (row) => `<tr>${row.map((cell, column) => `<td${kind(column)}>${escapeHtml(String(cell))}</td>`).join('')}</tr>`,
  );
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>`;
}

/** Findings as a table. */
export function flawTable(flaws: readonly Flaw[]): string {
  return tableOf(
    ['Severity', 'Place', 'What', 'Way out'],
    flaws.map(({ severity, path = '', line, message, next }) => [
      severity,
      `${path}${line === undefined ? '' : `:${line + 1}`}`,
      message,
      next,
    ]),
  );
}
