import * as vscode from 'vscode';
import { escapeHtml, htmlPage, styleOnly } from '../../../server/src/protocol.js';
import type { HealthAnswer, HealthQuestion, HealthRow } from './healthAnswers.js';

/** What a page shows. */
export type HealthState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'answer'; readonly answer: HealthAnswer };

const style = `body{padding:0 20px 32px;color:var(--vscode-foreground);font-family:var(--vscode-font-family);font-size:var(--vscode-font-size);line-height:1.5}
main{max-width:60rem}header{display:flex;flex-wrap:wrap;align-items:baseline;gap:4px 16px}
h1{font-size:1.5em;font-weight:600;margin:16px 0 4px}p{margin:4px 0 12px;color:var(--vscode-descriptionForeground)}
ul{list-style:none;margin:0;padding:0}li{display:grid;grid-template-columns:5.5rem 1fr auto;gap:0 12px;padding:10px 0;border-top:1px solid var(--vscode-panel-border,var(--vscode-contrastBorder,transparent))}
.level{font-weight:600}.level::before{content:"";display:inline-block;width:8px;height:8px;margin-right:6px;border-radius:50%;background:var(--vscode-descriptionForeground)}
.error::before,.block::before,.full::before{background:var(--vscode-errorForeground)}.warning::before,.warn::before{background:var(--vscode-editorWarning-foreground)}.pass::before,.skip::before{background:var(--vscode-testing-iconPassed)}
.more{color:var(--vscode-descriptionForeground)}.place,.message{overflow-wrap:anywhere}.message{display:block}
code{font-family:var(--vscode-editor-font-family)}a{color:var(--vscode-textLink-foreground)}a:focus-visible{outline:1px solid var(--vscode-focusBorder)}
.button{align-self:start;padding:3px 10px;border:1px solid var(--vscode-button-border,var(--vscode-contrastBorder,transparent));border-radius:2px;color:var(--vscode-button-foreground);background:var(--vscode-button-background);text-decoration:none;white-space:nowrap}
.button:hover{background:var(--vscode-button-hoverBackground)}
header .button{align-self:baseline}.again{color:var(--vscode-button-secondaryForeground);background:var(--vscode-button-secondaryBackground)}`;

/** The page, without script: its links are commands. @param nonce tells its style from any other. */
export function healthPage(question: HealthQuestion, state: HealthState, nonce: string): string {
  const title = healthTitle(question);
  return htmlPage({
    language: vscode.env.language,
    title,
    policy: styleOnly(`'nonce-${nonce}'`),
    head: `<style nonce="${nonce}">${style}</style>`,
    body: `<main><header><h1>${escapeHtml(title)}</h1>${again()}</header>${bodyOf(question, state)}</main>`,
  });
}

export function healthTitle(question: HealthQuestion): string {
  switch (question) {
    case 'doctor':
      return vscode.l10n.t('Project Health');
    case 'regression':
      return vscode.l10n.t('Tests for Changes');
    case 'coverage':
      return vscode.l10n.t('Test Coverage');
  }
}

function again(): string {
  return `<a class="button again" href="command:pactwright.examineAgain">${escapeHtml(vscode.l10n.t('Refresh'))}</a>`;
}

function bodyOf(question: HealthQuestion, state: HealthState): string {
  switch (state.kind) {
    case 'asking':
      return `<p role="status">${escapeHtml(vscode.l10n.t('Reading the project…'))}</p>`;
    case 'failed':
      return `<p role="alert">${escapeHtml(state.message)}</p>`;
    case 'answer': {
      const { rows } = state.answer;
      const found = rows.length === 0 ? '' : `<ul>${rows.map(rowOf).join('')}</ul>`;
      return `<p role="status">${escapeHtml(summaryOf(question, rows))}</p>${found}`;
    }
  }
}

function summaryOf(question: HealthQuestion, rows: readonly HealthRow[]): string {
  const of = (level: string): number => rows.filter((row) => row.level === level).length;
  if (question === 'doctor')
    return rows.length === 0
      ? vscode.l10n.t('Nothing needs attention.')
      : vscode.l10n.t('Errors: {0} · warnings: {1} · hints: {2}', of('error'), of('warning'), of('info'));
  if (question === 'coverage')
    return vscode.l10n.t('Below the limit: {0} · warnings: {1} · passed: {2}', of('block'), of('warn'), of('pass'));
  if (rows.length === 0) return vscode.l10n.t('Nothing has changed since the last commit.');
  if (of('full') > 0) return vscode.l10n.t('Run all tests: a change can break anything.');
  return of('impact') > 0 ? vscode.l10n.t('Run the tests below.') : vscode.l10n.t('No tests need to run.');
}

function rowOf({ level, path, line, message, more, fix }: HealthRow, at: number): string {
  const name = `${path}${line === undefined ? '' : `:${line + 1}`}`;
  const place = path === '' ? '' : `<a class="place" href="${command('openHealthPlace', at)}">${escapeHtml(name)}</a> `;
  const button = fix ? `<a class="button" href="${command('fixHealthFinding', at)}">${escapeHtml(fix.title)}</a>` : '';
  const lines = more.map((text) => `<span class="message more">${shown(text)}</span>`).join('');
  return `<li><span class="level ${escapeHtml(level)}">${escapeHtml(level)}</span><span>${place}<span class="message">${shown(message)}</span>${lines}</span>${button}</li>`;
}

/** What is in backticks is code. */
function shown(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/gu, '<code>$1</code>');
}

function command(name: string, at: number): string {
  return `command:pactwright.${name}?${encodeURIComponent(JSON.stringify([at]))}`;
}
