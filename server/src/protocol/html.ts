/** So that all pages are framed, and all text in them escaped, in one way. */
export { escapeHtml } from '../markdown/escapeHtml.js';
export { htmlPage, styleOnly } from '../markdown/htmlPage.js';
