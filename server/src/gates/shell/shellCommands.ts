/** A simple command as a shell would run it: no pipes, lists or substitutions are left in it. */
export interface ShellCommand {
  /** `X=Y` in front of the program. */
  readonly assignments: readonly string[];
  /** The program and its arguments, at least one, without quotes. What only the shell knows is as it was written: `$HOME`, `$(…)`. */
  readonly words: readonly string[];
  /** What a here-document or here-string gives it to read. */
  readonly input: string;
  /** The files that its output is redirected to. */
  readonly outputs?: readonly string[];
}

/** Nested deeper than this, `$(` is read as text: no real command does that. */
const deepest = 24;

/**
 * Takes a command line apart into its simple commands, those in substitutions included, as POSIX shells and bash do. Never throws;
 * linear in the text for each level of nesting. An unterminated part is read to the end of the text.
 *
 * @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html
 */
export function shellCommands(text: string): readonly ShellCommand[] {
  const found: Draft[] = [];
  new Reader(text, found, 0).list('end');
  return found;
}

interface Draft extends ShellCommand {
  input: string;
  outputs?: string[];
}

/** A command before its words are known. */
type Begun = Pick<Draft, 'input' | 'outputs'>;

interface HereDocument {
  readonly end: string;
  /** Whether tabs in front of its lines do not count. */
  readonly tabs: boolean;
  readonly of: { input: string };
}

interface Word {
  readonly text: string;
  /** Nothing of it was quoted, so it may be a keyword or the number of what is redirected. */
  readonly isPlain: boolean;
}

/** What may be in front of a command, or in the place of one. */
const keywords: ReadonlySet<string> = new Set('if then else elif fi do done while until esac ! { } time'.split(' '));
const assignment = /^[A-Za-z_]\w*\+?=/u;
const blank = /[ \t\r]/u;
const endsWord = /[ \t\r\n;&|()<>]/u;
const plainPart = /[^ \t\r\n;&|()<>\\'"`$]+/uy;
const quotedPart = /[^\\"`$]+/uy;
const operators = ['<<<', '<<-', '&>>', '<<', '<>', '<&', '&>', '>>', '>|', '>&', '<', '>'];
const substituted = '$(…)';

class Reader {
  private at = 0;
  private waiting: HereDocument[] = [];

  private readonly text: string;
  private readonly found: Draft[];
  private depth: number;

  constructor(text: string, found: Draft[], depth: number) {
    this.text = text;
    this.found = found;
    this.depth = depth;
  }

  /** Reads commands to the end, or to the parenthesis that closes them. `arithmetic`: `<<` begins no here-document there. */
  list(until: 'end' | 'parenthesis' | 'arithmetic'): void {
    let words: Word[] = [];
    let draft: Begun = { input: '' };
    const finish = (): void => {
      this.keep(words, draft);
      words = [];
      draft = { input: '' };
    };
    while (this.at < this.text.length) {
      const unit = this.unit();
      if (blank.test(unit)) this.at++;
      else if (unit === '\\' && this.unit(1) === '\n') this.at += 2;
      else if (unit === '#') this.skipTo('\n');
      else if (unit === '<' || unit === '>' || (unit === '&' && this.unit(1) === '>'))
        this.redirection(draft, until !== 'arithmetic');
      else if (unit === '(' && this.depth < deepest) {
        finish();
        this.nested(until === 'arithmetic');
      } else if (endsWord.test(unit)) {
        this.at++;
        if (unit === '\n') this.hereDocuments();
        finish();
        if (unit === ')' && until !== 'end') return;
      } else {
        const word = this.word();
        const isNumber = word.isPlain && /^\d+$/u.test(word.text) && /[<>]/u.test(this.unit());
        if (!isNumber) words.push(word);
      }
    }
    finish();
  }

  private keep(all: readonly Word[], draft: Begun): void {
    const start = all.findIndex(({ text, isPlain }) => !isPlain || !keywords.has(text));
    const texts = start < 0 ? [] : all.slice(start).map(({ text }) => text);
    const program = texts.findIndex((text) => !assignment.test(text));
    if (program < 0) {
      // Emptied by a redirection alone, as `:` would do.
      if (draft.outputs) this.found.push(Object.assign(draft, { assignments: texts, words: [':'] }));
      return;
    }
    // The object itself, as the lines of a here-document come later.
    this.found.push(Object.assign(draft, { assignments: texts.slice(0, program), words: texts.slice(program) }));
  }

  private unit(ahead = 0): string {
    return this.text.charAt(this.at + ahead);
  }

  private skipTo(mark: string): void {
    const end = this.text.indexOf(mark, this.at);
    this.at = end < 0 ? this.text.length : end;
  }

  /** What is in parentheses, of which the first is next. */
  private nested(isArithmetic = false): void {
    this.at++;
    this.depth++;
    this.list(isArithmetic || this.unit() === '(' ? 'arithmetic' : 'parenthesis');
    this.depth--;
  }

  private redirection(of: Begun, takesDocuments: boolean): void {
    const operator = operators.find((one) => this.text.startsWith(one, this.at)) ?? '>';
    this.at += operator.length;
    // `<(…)` and `>(…)` are commands.
    if (operator.length === 1 && this.unit() === '(') return;
    while (blank.test(this.unit())) this.at++;
    if (this.unit() === '' || endsWord.test(this.unit())) return;
    const { text } = this.word();
    if (operator === '<<<') of.input += `${text}\n`;
    else if (takesDocuments && (operator === '<<' || operator === '<<-'))
      this.waiting.push({ end: text, tabs: operator === '<<-', of });
    // `2>&1` names no file.
    else if (operator.includes('>') && !(operator === '>&' && /^(?:\d+|-)$/u.test(text)))
      (of.outputs ??= []).push(text);
  }

  /** The lines of the here-documents that the line before began. */
  private hereDocuments(): void {
    const { waiting } = this;
    this.waiting = [];
    for (const { end, tabs, of } of waiting)
      while (this.at < this.text.length) {
        const from = this.at;
        this.skipTo('\n');
        const line = this.text.slice(from, this.at++);
        if ((tabs ? line.replace(/^\t+/u, '') : line) === end) break;
        of.input += `${line}\n`;
      }
  }

  private word(): Word {
    let text = '';
    let isPlain = true;
    while (this.at < this.text.length && !endsWord.test(this.unit())) {
      const unit = this.unit();
      if (unit === '\\') {
        isPlain = false;
        text += this.escaped();
      } else if (unit === "'") {
        isPlain = false;
        const from = ++this.at;
        this.skipTo("'");
        text += this.text.slice(from, this.at++);
      } else if (unit === '"') {
        isPlain = false;
        text += this.doubleQuoted();
      } else if (unit === '$' && this.unit(1) === "'") {
        isPlain = false;
        text += this.ansiQuoted();
      } else text += this.substitution() ?? this.part(plainPart);
    }
    return { text, isPlain };
  }

  /** A backslash and what it is before; a line end goes away with it. */
  private escaped(): string {
    const unit = this.unit(1);
    this.at += 2;
    return unit === '\n' ? '' : unit;
  }

  private doubleQuoted(): string {
    let text = '';
    this.at++;
    while (this.at < this.text.length && this.unit() !== '"')
      if (this.unit() === '\\') text += /[$`"\\\n]/u.test(this.unit(1)) ? this.escaped() : `\\${this.escaped()}`;
      else text += this.substitution() ?? this.part(quotedPart);
    this.at++;
    return text;
  }

  /** `$'…'`; what its escapes stand for is of no matter here. */
  private ansiQuoted(): string {
    let text = '';
    this.at += 2;
    while (this.at < this.text.length && this.unit() !== "'") {
      if (this.unit() === '\\') text += this.escaped();
      else text += this.text.charAt(this.at++);
    }
    this.at++;
    return text;
  }

  /** `$(…)` or backticks, whose commands are kept. */
  private substitution(): string | undefined {
    if (this.depth >= deepest) return undefined;
    if (this.unit() === '`') {
      this.backticks();
      return substituted;
    }
    if (this.unit() !== '$' || this.unit(1) !== '(') return undefined;
    this.at++;
    this.nested();
    return substituted;
  }

  private backticks(): void {
    let inner = '';
    this.at++;
    while (this.at < this.text.length && this.unit() !== '`') {
      const isEscape = this.unit() === '\\' && /[$`\\]/u.test(this.unit(1));
      if (isEscape) this.at++;
      inner += this.text.charAt(this.at++);
    }
    this.at++;
    new Reader(inner, this.found, this.depth + 1).list('end');
  }

  /** As much as can be taken at one go, or what has no meaning here. */
  private part(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const text = pattern.exec(this.text)?.[0] ?? this.unit();
    this.at += text.length;
    return text;
  }
}
