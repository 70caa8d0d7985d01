import {
  forEachChild,
  parse,
  type Assignment,
  type Redirection,
  type SyntaxNode,
  type Word,
  type WordPart,
} from 'unbash';

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

/** Where one command ends and another begins, in any shell. */
const betweenCommands = /[;&|(){}\n]+/u;

/**
 * Takes a command line apart into its simple commands, those in substitutions included, as bash does. Never throws; linear in the
 * text. What is not terminated is read to the end of the text. Where bash would see an error, another shell may not (zsh's
 * `for x (a b) git …`): there, what stands between separators is read by itself, too, so that no command is missed.
 */
export function shellCommands(text: string): readonly ShellCommand[] {
  const lines = text.replaceAll('\r\n', '\n');
  const script = parse(lines);
  const whole = commandsIn(script);
  if (script.errors === undefined || script.errors.length === 0) return whole;
  const known = new Set(whole.map(({ words }) => JSON.stringify(words)));
  const parts = lines.split(betweenCommands).flatMap((part) => commandsIn(parse(part)));
  return [...whole, ...parts.filter(({ words }) => !known.has(JSON.stringify(words)))];
}

function commandsIn(script: SyntaxNode): readonly ShellCommand[] {
  const found: ShellCommand[] = [];
  const search = (node: SyntaxNode): void => {
    if (node.type === 'Command') {
      const assignments = node.prefix.filter((one) => one.type === 'Assignment').map(textOf);
      const words = [...(node.name ? [node.name] : []), ...node.args].map(textOf);
      keep({ assignments, words, ...redirected(node.redirects) });
    } else if (node.type === 'Redirected') keep({ assignments: [], words: [], ...redirected(node.redirects) });
    forEachChild(node, search);
  };
  const keep = (command: ShellCommand): void => {
    if (command.words.length > 0) found.push(command);
    // Emptied by a redirection alone, as `:` would do.
    else if (command.outputs) found.push({ ...command, words: [':'] });
  };
  search(script);
  return found;
}

function redirected(all: readonly Redirection[]): Pick<ShellCommand, 'input' | 'outputs'> {
  let input = '';
  const outputs: string[] = [];
  for (const one of all)
    if (one.type === 'HereDoc') input += one.body.text;
    else if (one.target) {
      const target = textOf(one.target);
      if (one.operator === '<<<') input += `${target}\n`;
      // `2>&1` names no file.
      else if (one.operator.includes('>') && !(one.operator === '>&' && /^(?:\d+|-)$/u.test(target)))
        outputs.push(target);
    }
  return outputs.length === 0 ? { input } : { input, outputs };
}

/** A word without quotes. */
function textOf(part: Word | WordPart | Assignment): string {
  if (part.type === 'CommandExpansion') return '$(…)';
  if (part.type === 'Word' || part.type === 'DoubleQuoted' || part.type === 'LocaleString')
    if (part.parts) return part.parts.map(textOf).join('');
  return 'value' in part && typeof part.value === 'string' ? part.value : part.text;
}
