import type { Span } from '../markdown/span.js';
import { commentsAbove, commentsAtStart, commentsOnGroup, eachLocated, located } from './labels.js';
import { createNesting, type FoundTests } from './nesting.js';
import type { TestSuite } from './sourceFile.js';
import type { Tokens } from './tokens.js';

/** `@Tag("x")` in Java, `Trait("x", "y")` within `[...]` in C#. */
export interface Annotation {
  /** Without package and without the suffix that may be left out. */
  readonly name: string;
  /** The bracket before its arguments. */
  readonly open: number | undefined;
}

/** Annotations that are written as one. */
export interface AnnotationList {
  readonly annotations: readonly Annotation[];
  readonly span: Span;
  /** The token behind. */
  readonly end: number;
}

/** What languages with methods in classes do not have in common. */
export interface ClassLanguage {
  /** Words before the name of what has members. */
  readonly groups: ReadonlySet<string>;
  annotationsAt(tokens: Tokens, index: number): AnnotationList | undefined;
  isTest(annotation: Annotation): boolean;
  isSkipped(tokens: Tokens, annotation: Annotation): boolean;
  /** What the runner shows instead of the name. */
  title(tokens: Tokens, annotation: Annotation): Span | undefined;
  /** Whether all methods called `test…` of a class are tests, by the words between its name and its body. */
  testsByName(header: string): boolean;
}

/** What is read of a member so far. */
interface Member {
  readonly first: number;
  readonly lists: AnnotationList[];
  /** Where comments may stand above it: at its first token, and behind each annotation. */
  readonly starts: number[];
  group?: number;
  namespace?: true;
  method?: number;
  /** A value or an expression follows, whose brackets are no bodies. */
  assigned?: 'value' | 'body';
}

/** Test methods in classes, which may be nested. */
export function findTestsInClasses(tokens: Tokens, language: ClassLanguage): FoundTests {
  const nesting = createNesting();
  const byName = new Set<TestSuite>();
  const last = tokens.all.length - 1;
  let ownsFirst = false;
  let member: Member | undefined;
  let index = 0;

  const labelsOf = ({ lists, starts }: Member, body: readonly Span[]): Span[] => [
    ...starts.flatMap((start) => commentsAbove(tokens, start)),
    ...lists.map(({ span }) => span),
    ...body,
  ];
  const annotationsOf = ({ lists }: Member): Annotation[] => lists.flatMap(({ annotations }) => annotations);
  const titleOf = (of: Member): Span | undefined => {
    for (const annotation of annotationsOf(of)) {
      const title = language.title(tokens, annotation);
      if (title) return title;
    }
    return undefined;
  };
  const isSkipped = (of: Member): boolean =>
    annotationsOf(of).some((annotation) => language.isSkipped(tokens, annotation));

  const enter = (of: Member, group: number, open: number): void => {
    const title = titleOf(of);
    const spans = labelsOf(of, commentsOnGroup(tokens, open + 1));
    if (title) spans.push(tokens.span(group));
    const suite = {
      name: located(tokens.text, title ?? tokens.at(group)),
      labels: eachLocated(tokens.text, spans),
    };
    const header = tokens.text.slice(tokens.at(group).end, Math.min(tokens.at(open).start, tokens.at(group).end + 300));
    if (language.testsByName(header)) byName.add(suite);
    nesting.enter(tokens.closing(open) ?? open, suite, isSkipped(of));
    if (of.first === 0) ownsFirst = true;
  };
  /** @param body the first token of the body; @param end the last token. */
  const finish = (of: Member, method: number, body: number, end: number): void => {
    const group = nesting.innermost();
    const isNamed = group !== undefined && byName.has(group) && tokens.read(method).startsWith('test');
    if (!isNamed && !annotationsOf(of).some((annotation) => language.isTest(annotation))) return;
    const title = titleOf(of);
    const spans = labelsOf(of, commentsAtStart(tokens, body));
    // A method's own name may say as much as its title.
    if (title) spans.push(tokens.span(method));
    const start = spans.reduce((least, span) => Math.min(least, span.start), tokens.at(of.first).start);
    nesting.add({
      name: located(tokens.text, title ?? tokens.at(method)),
      labels: eachLocated(tokens.text, spans),
      span: { start, end: tokens.at(end).end },
      skipped: isSkipped(of),
    });
  };

  while (index < last) {
    nesting.arriveAt(index);
    const current: Member = (member ??= { first: index, lists: [], starts: [index] });
    const list = current.method === undefined && !current.assigned ? language.annotationsAt(tokens, index) : undefined;
    if (list) {
      current.lists.push(list);
      current.starts.push(list.end);
      index = list.end;
      continue;
    }
    const past = tokens.past(index);
    switch (tokens.at(index).kind === 'string' ? '' : tokens.read(index)) {
      case '{':
        if (current.assigned) break;
        member = undefined;
        if (current.group !== undefined) enter(current, current.group, index);
        if (current.group !== undefined || current.namespace) {
          index++;
          continue;
        }
        if (current.method !== undefined) finish(current, current.method, index + 1, past - 1);
        break;
      case '(':
        if (current.group === undefined && !current.assigned) setMethod(current, methodBefore(tokens, index));
        break;
      case '=':
        if (tokens.is(index + 1, '>')) current.assigned ??= 'body';
        else if (current.method === undefined) current.assigned ??= 'value';
        break;
      case ';':
        if (current.method !== undefined && current.assigned === 'body')
          finish(current, current.method, bodyOf(tokens, current.method, index), index);
        member = undefined;
        break;
      case '}':
        member = undefined;
        break;
      case 'namespace':
        current.namespace = true;
        break;
      default: {
        const isGroup = current.method === undefined && !current.assigned && language.groups.has(tokens.read(index));
        if (isGroup && tokens.at(index + 1).kind === 'word') current.group = index + 1;
      }
    }
    index = past;
  }
  return { tests: nesting.tests, labels: [], ownsFirst };
}

/** The first brackets behind a name are those of the method. */
function setMethod(member: Member, method: number | undefined): void {
  if (method !== undefined) member.method ??= method;
}

/** The name before a method's brackets: `Adds` in `Adds<T>(`. */
function methodBefore(tokens: Tokens, open: number): number | undefined {
  let at = open - 1;
  if (tokens.is(at, '>')) {
    const furthest = Math.max(0, at - 20);
    while (at > furthest && !tokens.is(at, '<')) at--;
    at--;
  }
  return tokens.at(at).kind === 'word' ? at : undefined;
}

/** The first token behind the arrow of `Adds() => ...;`. */
function bodyOf(tokens: Tokens, method: number, end: number): number {
  let at = method + 1;
  while (at < end && !(tokens.is(at, '=') && tokens.is(at + 1, '>'))) at = tokens.past(at);
  return Math.min(at + 2, end);
}

/** The name and the arguments of an annotation, from its first word on. */
export function annotationFrom(tokens: Tokens, index: number, suffix: string): Annotation & { readonly end: number } {
  let at = index;
  while ((tokens.is(at + 1, '.') || tokens.is(at + 1, ':')) && tokens.at(at + 2).kind === 'word') at += 2;
  const word = tokens.read(at);
  const name = suffix !== '' && word.endsWith(suffix) ? word.slice(0, -suffix.length) : word;
  const open = tokens.is(at + 1, '(') ? at + 1 : undefined;
  return { name, open, end: open === undefined ? at + 1 : tokens.past(open) };
}

/** The value of a named argument (`Skip = "later"`): its first token; undefined where there is none. */
export function argument(tokens: Tokens, { open }: Annotation, name: string): number | undefined {
  if (open === undefined) return undefined;
  const close = tokens.closing(open) ?? open;
  for (let at = open + 1; at < close; at = tokens.past(at))
    if (tokens.is(at, name) && tokens.is(at + 1, '=') && at + 2 < close) return at + 2;
  return undefined;
}

/** What a string among the arguments holds. */
export function textAt(tokens: Tokens, index: number | undefined): Span | undefined {
  return index !== undefined && tokens.at(index).kind === 'string' ? tokens.at(index).inner : undefined;
}
