import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { expect, it } from 'vitest';
import type { AnyDocument } from '../../server/src/documents/document.js';
import { documentKindOf } from '../../server/src/documents/documentKind.js';
import { parseDocument } from '../../server/src/documents/parseDocument.js';
import { describeWithShared, filesBelow } from '../support/shared.js';
import { spansOf } from '../support/spans.js';

describeWithShared('the documents of the corpus', ['corpus', 'pactkit'], (folder) => {
  const files = filesBelow(folder, '.md').map((file) => ({
    path: relative(folder, file).split(sep).join('/'),
    text: readFileSync(file, 'utf8'),
  }));
  const documents = (): Promise<readonly AnyDocument[]> =>
    Promise.all(
      files.map(({ path, text }) => {
        const kind = documentKindOf(path);
        if (kind === undefined) throw new Error(`${path} is no document`);
        return parseDocument(kind, path, text);
      }),
    );
  const textsBelow = (start: string): readonly string[] =>
    files.flatMap(({ path, text }) => (path.startsWith(start) ? [text] : []));
  const specTexts = textsBelow('docs/specs/').map(withoutCode);

  it('are all known and parsed, every place inside its text', async () => {
    const all = await documents();
    expect(all.length).toBeGreaterThan(200);
    for (const { path, text, model, problems } of all) {
      const outside = spansOf({ model, problems }).filter(({ span }) => span.start < 0 || span.end > text.length);
      expect(outside, path).toEqual([]);
    }
    expect(all.filter(({ kind, item }) => kind === 'spec' && item === undefined)).toEqual([]);
  });

  it('have the metadata, sections, requirements and criteria that a search by line finds', async () => {
    const specs = (await documents()).filter((document) => document.kind === 'spec');
    const counts = {
      metadata: specs.filter(({ model }) => model.metadata).length,
      rows: sum(specs.map(({ model }) => model.metadata?.rows.length ?? 0)),
      titles: specs.filter(({ model, item }) => model.title?.id?.value === item).length,
      sections: sum(specs.map(({ model }) => model.sections.filter(({ heading }) => heading.style === 'atx').length)),
      requirements: sum(specs.map(({ model }) => model.requirements.length)),
      must: sum(specs.map(({ model }) => model.requirements.filter(({ level }) => level?.value === 'MUST').length)),
      criteria: sum(specs.map(({ model }) => model.criteria.length)),
      steps: sum(specs.map(({ model }) => sum(model.criteria.map(boldSteps)))),
      checks: sum(specs.map(({ model }) => model.securityChecks.length)),
    };
    const inSection = (name: string, pattern: RegExp): number =>
      sum(specTexts.map((text) => count(sectionsOf(text, name), pattern)));
    expect(counts).toEqual({
      metadata: specTexts.filter((text) => /^\| *Field *\| *Value *\|/im.test(text)).length,
      rows: sum(specTexts.map(metadataRows)),
      titles: specTexts.filter((text) => /^# \[?(STORY|BUG|HOTFIX)-/m.test(text)).length,
      sections: sum(specTexts.map((text) => count(text, /^ {0,3}##[ \t]/gm))),
      requirements: inSection('Requirements', /^#{3,6} +R\d+[:. ]/gim),
      must: inSection('Requirements', /^#{3,6} +R\d+[:. ].*\(MUST/gim),
      criteria: inSection('Acceptance Criteria', /^#{3,6} +(AC|Scenario )\d+([:. ]|$)/gim),
      steps: sum(specTexts.map((text) => sum(criterionTexts(text).map(boldLines)))),
      checks: inSection('Security Scope', /^\| *SEC-\d/gm),
    });
    expect(counts.requirements).toBeGreaterThan(500);
  });

  it('have the entries and tasks that a search by line finds', async () => {
    const entries = (await documents()).flatMap((document) => {
      if (document.kind === 'archive') return document.model.entries;
      return document.kind === 'board' ? document.model.sections.flatMap((section) => section.entries) : [];
    });
    const texts = [...textsBelow('docs/product/sprint_board'), ...textsBelow('docs/product/archive/')];
    const found = {
      entries: entries.length,
      withSpec: entries.filter(({ specPath }) => specPath).length,
      tasks: sum(entries.map(({ tasks }) => tasks.length)),
      ticked: sum(entries.map(({ tasks }) => tasks.filter(({ checked }) => checked).length)),
    };
    expect(found).toEqual({
      entries: sum(texts.map((text) => count(text, /^(#{3,4} \[?|- \*\*|- \[x\] \[)(STORY|BUG|HOTFIX)-/gm))),
      withSpec: sum(texts.map((text) => count(text, /^> Spec: /gm))),
      // One line in the archive is an entry itself: `- [x] [BUG-033] …`.
      tasks: sum(texts.map((text) => count(text, /^ *- \[[ x]\] (?!\[BUG)/gm))),
      ticked: sum(texts.map((text) => count(text, /^ *- \[x\] (?!\[BUG)/gm))),
    });
    expect(found.entries).toBeGreaterThan(100);
  });

  it('have the lessons, sections and test counts that a search by line finds', async () => {
    for (const document of await documents()) {
      const { text } = document;
      if (document.kind === 'lessons') expect(document.model.rows).toHaveLength(count(text, /^\| \d{4}-/gm));
      if (document.kind === 'context') {
        expect(document.model.sections).toHaveLength(count(text, /^## /gm));
        expect(document.model.updated?.by?.value).toBe('pactkit context');
      }
      if (document.kind === 'governanceRules')
        expect(document.model.testCounts).toHaveLength(count(text, /All \d+\+ tests/g));
    }
  });
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function boldSteps({ steps }: { readonly steps: readonly { readonly form: string }[] }): number {
  return steps.filter(({ form }) => form === 'bold').length;
}

/** A text without fences and comments, found by line. */
function withoutCode(text: string): string {
  let fence: string | undefined;
  const lines = text.split('\n').map((line) => {
    const marker = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (fence === undefined && marker !== undefined) fence = marker;
    else if (fence === undefined) return line;
    else if (marker?.startsWith(fence) && line.trim() === marker) fence = undefined;
    return '';
  });
  return lines.join('\n').replace(/<!--[\s\S]*?-->/g, '');
}

/** The lines below every `## {name}`, to the next heading of level 1 or 2. */
function sectionsOf(text: string, name: string): string {
  const parts = text.split(/^(?=##? )/m);
  return parts.filter((part) => part.split('\n')[0]?.trim().toLowerCase() === `## ${name.toLowerCase()}`).join('\n');
}

/** What stands below the headings of criteria. */
function criterionTexts(text: string): readonly string[] {
  const parts = sectionsOf(text, 'Acceptance Criteria').split(/^(?=#{2,6} )/m);
  return parts.filter((part) => /^#{3,6} +(AC|Scenario )\d+[:.\s]/i.test(part));
}

function boldLines(text: string): number {
  return count(text, /^ *(- )?\*\*(Given|When|Then|And|But)\b/gim);
}

function metadataRows(text: string): number {
  const table = /^\| *Field *\| *Value *\|.*\n\|[-| ]+\n((?:\|.*\n)*)/im.exec(text)?.[1] ?? '';
  return count(table, /^\|/gm);
}
