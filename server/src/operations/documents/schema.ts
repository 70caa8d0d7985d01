import { boardHeadings } from '../../documents/board/board.js';
import { contextSections, contextTitle } from '../../documents/context/context.js';
import { lessonsTableHead } from '../../documents/lessons/lessonEdits.js';
import { mostLessons } from '../../documents/lessons/lessons.js';
import { sectionNames } from '../../documents/spec/spec.js';
import { statusOfSection } from '../../rules/drift/boardState.js';
import { allRules } from '../../rules/registry.js';
import type { Configuration } from '../../workspace/configuration.js';
import { configurationJsonSchema } from '../../workspace/configurationSchema.js';
import { defineOperation } from '../operation.js';

const kinds = ['config', 'spec', 'testCase', 'board', 'archive', 'context', 'lessons', 'governanceRules'] as const;

type Kind = (typeof kinds)[number];

/** Shows the form of a document. */
export const schema = defineOperation({
  name: 'schema',
  group: 'documents',
  summary:
    'Shows the form of a document: the JSON Schema of the configuration, or what tools read of a Markdown document',
  details:
    'Of `.pactwright/config.yaml` it is a JSON Schema. Markdown documents have none: shown is, as JSON, where they are and what is read from them byte for byte, such as headings and the first lines of tables.',
  fields: {
    kind: { type: 'text', description: 'the kind of document', required: true, positional: true, values: kinds },
  },
  reads: [],
  needs: 'documents',
  writes: false,
  plan: ({ configuration }, { kind }) => {
    const form = forms[kind](configuration);
    return { answer: { message: JSON.stringify(form, undefined, 2), data: { kind, schema: form } } };
  },
});

type Form = Readonly<Record<string, unknown>>;

const itemId = 'STORY, BUG or HOTFIX, the prefix of a developer if there is one, and a number: STORY-042, STORY-al-042';
const steps = ['- **Given** …', '- **When** …', '- **Then** …'];

const forms: Readonly<Record<Kind, (configuration: Configuration) => Form>> = {
  config: () => configurationJsonSchema(allRules.map(({ code, name }) => ({ code, name }))),
  spec: ({ paths }) => ({
    path: `${paths.specs}/{ID}.md`,
    itemId,
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
    steps,
    implementationSteps: '| Step | File | Action | Dependencies | Risk |',
    securityScope: '| Check | Applicable | Reason |',
    dependencySurface: ['Depends on', 'Provides', 'Touches', 'Conflict risk'],
    conflictRisk: ['LOW', 'MEDIUM', 'HIGH'],
  }),
  testCase: ({ paths }) => ({
    path: `${paths.testCases}/{ID}_case.md`,
    otherForms: ['{ID}.feature', '{ID}.feature.md'],
    title: '# Test Cases: {ID} — {title}',
    spec: `> Spec: ${paths.specs}/{ID}.md`,
    scenario: '## TC-{n}: {name} (AC{n}, R{n})',
    steps,
  }),
  board: ({ paths }) => ({
    path: paths.board,
    sections: Object.values(boardHeadings),
    ...entryForm(paths),
  }),
  archive: ({ paths }) => ({ path: `${paths.archive}/archive_{YYYYMM}.md`, ...entryForm(paths) }),
  context: ({ paths }) => ({
    path: paths.context,
    title: `# ${contextTitle}`,
    updated: '> Last updated: {time with offset} by {command}',
    sections: contextSections.map((name) => `## ${name}`),
  }),
  lessons: ({ paths }) => ({
    path: paths.lessons,
    head: lessonsTableHead,
    row: '| {YYYY-MM-DD} | {lesson} | {context} |',
    mostRows: mostLessons,
  }),
  governanceRules: ({ paths }) => ({ path: paths.governanceRules, testCount: 'All {n}+ tests must pass' }),
};

function entryForm({ specs }: Configuration['paths']): Form {
  return {
    entry: '### [{ID}] {title}',
    spec: `> Spec: ${specs}/{ID}.md`,
    task: '- [ ] {text}',
    tickedTask: '- [x] {text}',
  };
}
