import { scanBlocks } from '../../markdown/scanBlocks.js';
import { statusOfSection } from '../board/board.js';
import { defineDocumentKind, type OutlineEntry } from '../defineDocumentKind.js';
import { isMarkdown, isMeantAsItem, itemByName } from '../itemFile.js';
import { defaultSpecsFolder } from '../projectMarks.js';
import { parseSpec } from './parseSpec.js';
import { sectionNames } from './spec.js';
import { specFacts } from './specFacts.js';
import { sectionTemplate, templateOrder } from './specTemplate.js';

export const spec = defineDocumentKind({
  name: 'spec',
  place: {
    type: 'folder',
    setting: 'specs',
    default: defaultSpecsFolder,
    about: 'The folder of the specs.',
    holds: (name) => isMarkdown(name) && isMeantAsItem(name),
  },
  parse: ({ text }) => {
    const blocks = scanBlocks(text);
    const { spec: model, problems } = parseSpec(text, blocks);
    return { model, problems, blocks };
  },
  facts: specFacts,
  itemOf: (path) => itemByName(path, /\.md$/i),
  // By its own text where it names an item, so that a renamed file keeps its findings.
  subject: ({ model, item, path }) => `spec:${model.title?.id?.value ?? item ?? path}`,
  outline: ({ model: { requirements, criteria } }) =>
    [
      ...requirements.map(({ id, name, level, span, idSpan }): OutlineEntry => {
        const detail = level ? `${name.value} (${level.value})` : name.value;
        return { name: id, detail, kind: 'requirement', span, selection: idSpan };
      }),
      ...criteria.map(({ id, name, span, idSpan }): OutlineEntry => ({
        name: id,
        detail: name.value,
        kind: 'criterion',
        span,
        selection: idSpan,
      })),
    ].sort((a, b) => a.span.start - b.span.start),
  parts: ({ model: { sections, requirements, criteria } }) =>
    [...sections, ...requirements, ...criteria].map(({ span }) => span),
  items: ({ item, model: { title } }) =>
    item === undefined || !title ? [] : [{ value: item, span: title.heading.span }],
  missingSections: ({ model }) => {
    const there = new Set(model.sections.map(({ name }) => name));
    return templateOrder
      .filter((name) => !there.has(name))
      .map((name) => ({ lines: sectionTemplate(name), detail: `section ${sectionNames[name]}` }));
  },
  form: (placeOf) => ({
    path: `${placeOf('specs')}/{ID}.md`,
    itemId: 'STORY, BUG or HOTFIX, the prefix of a developer if there is one, and a number: STORY-042, STORY-al-042',
    title: '# {ID}: {title}',
    metadata: {
      head: ['| Field | Value |', '|-------|-------|'],
      fields: ['ID', 'Status', 'Priority', 'Release'],
      status: Object.values(statusOfSection),
      undecidedRelease: 'TBD',
    },
    sections: Object.values(sectionNames).map((name) => `## ${name}`),
    requirement: '### R{n}: {name} (MUST)',
    requirementLevels: ['MUST', 'SHOULD', 'MAY'],
    criterion: '### AC{n}: {name} (R{n})',
    steps: ['- **Given** …', '- **When** …', '- **Then** …'],
    implementationSteps: '| Step | File | Action | Dependencies | Risk |',
    securityScope: '| Check | Applicable | Reason |',
    dependencySurface: ['Depends on', 'Provides', 'Touches', 'Conflict risk'],
    conflictRisk: ['LOW', 'MEDIUM', 'HIGH'],
  }),
});
