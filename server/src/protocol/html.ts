/** So that all pages are framed, and all text in them escaped, in one way. */
export { escapeHtml } from '../base/escapeHtml.js';
export { htmlPage, styleOnly } from '../reports/htmlPage.js';
