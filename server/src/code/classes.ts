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
interface AnnotationList {
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
  /** Where comments may be above it: at its first token, and behind each annotation. */
  readonly starts: number[];
  group?: number;
  namespace?: true;
  method?: number;
  /** A value or an expression follows, whose brackets are no bodies. */
  assigned?: 'value' | 'body';
}

/** Test methods in classes, which may be nested. */
export function findTestsInClasses(tokens: Tokens, language: ClassLanguage): FoundTests {
  return new ClassReader(tokens, language).read();
}

class ClassReader {
  readonly #tokens: Tokens;
  readonly #language: ClassLanguage;
  readonly #nesting = createNesting();
  /** The classes in which a name alone makes a test. */
  readonly #byName = new Set<TestSuite>();
  #ownsFirst = false;
  #member: Member | undefined;

  constructor(tokens: Tokens, language: ClassLanguage) {
    this.#tokens = tokens;
    this.#language = language;
  }

  read(): FoundTests {
    const last = this.#tokens.all.length - 1;
    for (let index = 0; index < last;) {
      this.#nesting.arriveAt(index);
      const member: Member = (this.#member ??= { first: index, lists: [], starts: [index] });
      const isInHead = member.method === undefined && !member.assigned;
      const list = isInHead ? this.#language.annotationsAt(this.#tokens, index) : undefined;
      if (list) {
        member.lists.push(list);
        member.starts.push(list.end);
      }
      index = list?.end ?? this.#readToken(member, index);
    }
    return { tests: this.#nesting.tests, labels: [], ownsFirst: this.#ownsFirst };
  }

  /** @returns the token to continue with. */
  #readToken(member: Member, index: number): number {
    const tokens = this.#tokens;
    const past = tokens.past(index);
    switch (tokens.at(index).kind === 'string' ? '' : tokens.read(index)) {
      case '{':
        return member.assigned ? past : this.#openBody(member, index, past);
      case '(':
        if (member.group === undefined && !member.assigned) setMethod(member, methodBefore(tokens, index));
        break;
      case '=':
        if (tokens.is(index + 1, '>')) member.assigned ??= 'body';
        else if (member.method === undefined) member.assigned ??= 'value';
        break;
      case ';':
        if (member.method !== undefined && member.assigned === 'body')
          this.#finish(member, member.method, bodyOf(tokens, member.method, index), index);
        this.#member = undefined;
        break;
      case '}':
        this.#member = undefined;
        break;
      case 'namespace':
        member.namespace = true;
        break;
      default: {
        const isInHead = member.method === undefined && !member.assigned;
        const isGroup = isInHead && this.#language.groups.has(tokens.read(index));
        if (isGroup && tokens.at(index + 1).kind === 'word') member.group = index + 1;
      }
    }
    return past;
  }

  #openBody(member: Member, index: number, past: number): number {
    this.#member = undefined;
    if (member.group !== undefined) this.#enter(member, member.group, index);
    if (member.group !== undefined || member.namespace) return index + 1;
    if (member.method !== undefined) this.#finish(member, member.method, index + 1, past - 1);
    return past;
  }

  #enter(member: Member, group: number, open: number): void {
    const tokens = this.#tokens;
    const title = this.#titleOf(member);
    const spans = this.#labelsOf(member, commentsOnGroup(tokens, open + 1));
    if (title) spans.push(tokens.span(group));
    const suite = {
      name: located(tokens.text, title ?? tokens.at(group)),
      labels: eachLocated(tokens.text, spans),
    };
    const { end } = tokens.at(group);
    const header = tokens.text.slice(end, Math.min(tokens.at(open).start, end + 300));
    if (this.#language.testsByName(header)) this.#byName.add(suite);
    this.#nesting.enter(tokens.closing(open) ?? open, suite, this.#isSkipped(member));
    if (member.first === 0) this.#ownsFirst = true;
  }

  /** @param body the first token of the body; @param end the last token. */
  #finish(member: Member, method: number, body: number, end: number): void {
    const tokens = this.#tokens;
    const group = this.#nesting.innermost();
    const isNamed = group !== undefined && this.#byName.has(group) && tokens.read(method).startsWith('test');
    if (!isNamed && !annotationsOf(member).some((annotation) => this.#language.isTest(annotation))) return;
    const title = this.#titleOf(member);
    const spans = this.#labelsOf(member, commentsAtStart(tokens, body));
    // A method's own name may say as much as its title.
    if (title) spans.push(tokens.span(method));
    const start = spans.reduce((least, span) => Math.min(least, span.start), tokens.at(member.first).start);
    this.#nesting.add({
      name: located(tokens.text, title ?? tokens.at(method)),
      labels: eachLocated(tokens.text, spans),
      span: { start, end: tokens.at(end).end },
      skipped: this.#isSkipped(member),
    });
  }

  #labelsOf({ lists, starts }: Member, body: readonly Span[]): Span[] {
    return [
      ...starts.flatMap((start) => commentsAbove(this.#tokens, start)),
      ...lists.map(({ span }) => span),
      ...body,
    ];
  }

  #titleOf(member: Member): Span | undefined {
    for (const annotation of annotationsOf(member)) {
      const title = this.#language.title(this.#tokens, annotation);
      if (title) return title;
    }
    return undefined;
  }

  #isSkipped(member: Member): boolean {
    return annotationsOf(member).some((annotation) => this.#language.isSkipped(this.#tokens, annotation));
  }
}

function annotationsOf({ lists }: Member): readonly Annotation[] {
  return lists.flatMap(({ annotations }) => annotations);
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

/** The value of a named argument (`Skip = "later"`): its first token; undefined if there is none. */
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
