import { escapeMarkdown, markdownLink } from '../../languageFeatures/markdownText.js';
import type { Span } from '../../markdown/span.js';
import type { TextFile } from '../../markdown/textFile.js';
import type { Impact } from '../../trace/impact.js';
import { itemTitle } from '../../trace/itemTitle.js';
import type { TracedProject } from './tracedProject.js';

/** What has to be looked at again if an item or a part of it changes, as Markdown with links to each place. */
export function impactMarkdown({ trace, uriOf }: Pick<TracedProject, 'trace' | 'uriOf'>, impact: Impact): string {
  const { item, part, requirements, criteria, scenarios, tests, files, dependents } = impact;
  const spec = trace.item(item)?.spec;
  const link = (name: string, file: TextFile, span: Span): string =>
    markdownLink(name, `${uriOf(file.path)}#L${file.lines.positionAt(span.start).line + 1}`);
  const inSpec = ({ id, name, idSpan }: { id: string; name: { value: string }; idSpan: Span }): string =>
    spec ? link(`${id} ${name.value}`, spec, idSpan) : escapeMarkdown(`${id} ${name.value}`);
  const titled = (id: string): string => {
    const found = trace.item(id);
    return [id, found && itemTitle(found)].filter(Boolean).join(' ');
  };
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Requirements', requirements.map(({ requirement }) => inSpec(requirement))],
    ['Criteria', criteria.map(({ criterion }) => inSpec(criterion))],
    [
      'Scenarios',
      scenarios.map(({ document, scenario: { id, name, headingSpan } }) =>
        link([id?.value, name.value].filter(Boolean).join(' '), document, headingSpan),
      ),
    ],
    [
      'Tests',
      tests.map(({ file, test }) => `${link(test.name.value, file, test.name.span)} in ${escapeMarkdown(file.path)}`),
    ],
    [
      'Files',
      files.map(({ named, there }) =>
        there === false
          ? `${escapeMarkdown(named.value)}, which does not exist`
          : markdownLink(named.value, uriOf(named.value)),
      ),
    ],
    [
      'Items that depend on it',
      dependents.map(({ id, path }) => {
        const through = path.slice(1, -1);
        const name = escapeMarkdown(titled(id));
        return through.length === 0 ? name : `${name}, through ${through.map(escapeMarkdown).join(', ')}`;
      }),
    ],
  ];
  const filled = sections.filter(([, lines]) => lines.length > 0);
  const what = part === undefined ? titled(item) : `${part} of ${titled(item)}`;
  return [
    `# What changes with ${escapeMarkdown(what)}`,
    ...(filled.length === 0 ? ['Nothing found.'] : []),
    ...filled.map(([title, lines]) => [`## ${title}`, '', ...lines.map((line) => `- ${line}`)].join('\n')),
    '',
  ].join('\n\n');
}
