import { createHash } from 'node:crypto';
import { htmlPage, styleOnly } from '../htmlPage.js';
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
  return htmlPage({
    language: 'en',
    title,
    policy: styleOnly(`'sha256-${hash}'`),
    head: `<style>${style}</style>`,
    body: insightsBody(projects, englishWords),
  });
}
