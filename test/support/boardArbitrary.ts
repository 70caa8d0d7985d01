import fc from 'fast-check';

/** A board as people leave them: every line that says something is there once. */
export interface StatedBoard {
  readonly text: string;
  readonly ids: readonly string[];
  /** The headings of its sections as written, without the hashes. */
  readonly sections: readonly string[];
}

const sectionSets = [
  ['📋 Backlog', '🔄 In Progress', '✅ Done'],
  ['📋 Backlog', '🔄 In Progress', '✅ Done', '🧊 Icebox'],
  ['Ideas (later)', '📋 Backlog', '🔄 In Progress', 'Blocked', '✅ Done'],
  ['backlog:', 'In-Progress', 'Done ✔'],
] as const;

const bodyLine = fc.constantFrom(
  '',
  '',
  'Words #',
  '- [ ] task #',
  '- [x] task #',
  '* [ ] task #',
  '  - [ ] deep #',
  '- [X] task #\n  note #',
  '1. [x] task #',
  '- note #',
  '> Spec: docs/specs/STORY-#.md',
  '> quote #',
  '---',
  '***',
  '<!-- comment # -->',
  '#### Notes #',
  '##### STORY-9# five hashes',
  '```\n### [STORY-7#] in a fence\n- [ ] no task #\n```',
  '| a | b# |\n|---|---|\n| 1 | # |',
  '<div>html #</div>',
  '    code #',
  '[link#]: https://example.invalid/#',
  'legend ## 🔄 In Progress means #',
);
const body = fc.array(bodyLine, { maxLength: 6 });
const titleLine = fc.constantFrom('### [ID] Title #', '#### ID: Title #', '### ID Title #', '### [ID] Títle `#` 📋');
const entry = fc.record({
  lines: body,
  title: titleLine,
  id: fc.constantFrom('STORY-', 'STORY-al-', 'BUG-', 'STORY-00'),
  section: fc.nat(9),
});

export const boards: fc.Arbitrary<StatedBoard> = fc
  .record({
    sections: fc.constantFrom(...sectionSets),
    entries: fc.array(entry, { minLength: 1, maxLength: 6 }),
    leads: fc.array(fc.constantFrom('', 'Prose #', '<!-- new ones here # -->', '---'), { minLength: 5, maxLength: 5 }),
    intro: fc.constantFrom('# Sprint Board', '# Sprint Board\n\nProse #', '', '---\na: #\n---\n# Board'),
    foot: fc.constantFrom('', '\n---\n\nFoot #', '\nFoot #', '\n<!-- end # -->\n[x]: /y#'),
    lineBreak: fc.constantFrom('\n', '\n', '\r\n'),
    mark: fc.constantFrom('', '', '\uFEFF'),
    end: fc.constantFrom('\n', '\n', '', '\n\n'),
  })
  .map(({ sections, entries, leads, intro, foot, lineBreak, mark, end }) => {
    const all = entries.map(({ lines, title, id, section }, index) => ({
      id: `${id}${index + 1}`,
      text: [title.replace('ID', `${id}${index + 1}`), ...lines].join('\n'),
      place: section % sections.length,
    }));
    const parts = sections.flatMap((heading, place) => [
      `## ${heading}`,
      leads[place] ?? '',
      ...all.filter((one) => one.place === place).map(({ text }) => text),
      '',
    ]);
    let number = 0;
    const text = [intro, '', ...parts, foot]
      .join('\n')
      .replace(/\n+$/u, '')
      .replace(/(?<!#)#(?![# ])/gu, () => `${number++}`);
    return {
      text: mark + text.replaceAll('\n', lineBreak) + end.replaceAll('\n', lineBreak),
      ids: all.map(({ id }) => id),
      sections,
    };
  });
