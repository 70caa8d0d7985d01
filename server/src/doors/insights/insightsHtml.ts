import { createHash } from 'node:crypto';
import { escapeHtml } from '../../markdown/escapeHtml.js';
import { englishWords } from './englishWords.js';
import { insightsBody, type ProjectInsights } from './insightsBody.js';
import { insightsStyle } from './style.js';

/** The insights as one HTML page that needs nothing else and runs nothing; its one style sheet is let in by its hash. */
export function insightsHtml(projects: readonly ProjectInsights[]): string {
  const style = `\n${insightsStyle}\n`;
  const hash = createHash('sha256').update(style).digest('base64');
  const title = [englishWords.title, projects.map(({ name }) => name).join(', ')]
    .filter((part) => part !== '')
    .join(': ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
${insightsBody(projects, englishWords)}
</body>
</html>
`;
}
