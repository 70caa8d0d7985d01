import { escapeHtml } from '../base/escapeHtml.js';

export interface HtmlPage {
  /** As BCP 47 has it: `en`. */
  readonly language: string;
  readonly title: string;
  /** What may load anyway, as the directives of a Content-Security-Policy. */
  readonly policy: string;
  /** Safe HTML, as is the body. */
  readonly head: string;
  readonly body: string;
}

/** A whole page of HTML, into which nothing is let but what its policy names. */
export function htmlPage({ language, title, policy, head, body }: HtmlPage): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; ${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${head}
</head>
<body>
${body}
</body>
</html>
`;
}

/** The policy of a page that runs nothing and has one style sheet. @param style what identifies it, such as its hash. */
export function styleOnly(style: string): string {
  return `style-src ${style}; base-uri 'none'; form-action 'none'`;
}
