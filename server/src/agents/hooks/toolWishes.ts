import { type Fields, fieldsOf } from '../../base/json.js';

/** A file that a tool call is about to write. */
export interface FileWish {
  /** As the call names it. */
  readonly path: string;
  /** Its text afterwards; undefined if the call does not say it, or deletes the file. @param before its text now; empty for a new one. */
  readonly next: (before: string) => string | undefined;
}

/** What a tool call is about to do, whichever program calls it. */
export interface ToolWish {
  /** Where relative paths begin, and commands run; undefined: the folder of the hook. */
  readonly folder: string | undefined;
  /** For a shell. */
  readonly command: string | undefined;
  readonly files: readonly FileWish[];
}

/**
 * Reads the arguments of a tool call by their names, which the programs have in common, and not by the tool's: what has a path and a
 * new text writes, for tools of the program and of MCP servers.
 */
export function readWish(args: unknown, folder: unknown): ToolWish {
  const fields = fieldsOf(args) ?? {};
  const [command, patch] = commandOf(args, fields);
  const path = first(fields, ['file_path', 'filePath', 'notebook_path', 'path', 'absolute_path', 'filename']);
  const files = [
    ...(path === undefined ? [] : writeOf(path, fields)),
    ...(patch === undefined ? [] : patchedFiles(patch)),
    ...movedFiles(fields),
  ];
  return { folder: typeof folder === 'string' && folder !== '' ? folder : undefined, command, files };
}

/** The names that programs use for one edit: Claude Code, Gemini, Qwen Code; Copilot; OpenCode. */
const oldNames = ['old_string', 'old_str', 'oldString', 'oldText'];
const newNames = ['new_string', 'new_str', 'newString', 'newText'];
const wholeNames = ['content', 'file_text', 'contents', 'text'];
/** What changes a file in a way that is not followed here. */
const otherNames = ['new_source', 'insert_text', 'cell_type', 'insertText'];

function writeOf(path: string, fields: Fields): readonly FileWish[] {
  const whole = first(fields, wholeNames);
  if (whole !== undefined) return [{ path, next: () => whole }];
  const edits = Array.isArray(fields['edits']) ? fields['edits'].map((edit) => fieldsOf(edit) ?? {}) : [fields];
  if (edits.every((edit) => first(edit, newNames) !== undefined))
    return [{ path, next: (before) => edits.reduce<string | undefined>(edited, before) }];
  return otherNames.some((name) => fields[name] !== undefined) || edits[0] !== fields
    ? [{ path, next: () => undefined }]
    : [];
}

/** Undefined if the old text is not there: the program may look for it less strictly. */
function edited(text: string | undefined, edit: Fields): string | undefined {
  const [was, is] = [first(edit, oldNames) ?? '', first(edit, newNames) ?? ''];
  if (text === undefined) return undefined;
  if (was === '') return text === '' ? is : undefined;
  if (!text.includes(was)) return undefined;
  const isAll = edit['replace_all'] === true || edit['replaceAll'] === true || edit['allow_multiple'] === true;
  return isAll ? text.replaceAll(was, () => is) : text.replace(was, () => is);
}

function movedFiles(fields: Fields): readonly FileWish[] {
  return ['source', 'destination']
    .map((name) => fields[name])
    .flatMap((path) =>
      typeof path === 'string' && typeof fields['destination'] === 'string' ? [{ path, next: () => undefined }] : [],
    );
}

/** The command, and the patch; Codex hands a patch over as a command, or as the whole of its arguments. */
function commandOf(args: unknown, fields: Fields): readonly [command: string | undefined, patch: string | undefined] {
  const given = fields['command'] ?? fields['cmd'];
  const text = Array.isArray(given) ? given.filter((word) => typeof word === 'string').join(' ') : given;
  const patches = [typeof args === 'string' ? args : undefined, first(fields, ['patchText', 'patch', 'input']), text];
  const patch = patches.find((one): one is string => typeof one === 'string' && one.includes('*** Begin Patch'));
  return [typeof text === 'string' && !text.startsWith('*** Begin Patch') ? text : undefined, patch];
}

function patchedFiles(patch: string): readonly FileWish[] {
  const parts = patch.split(/^\*\*\* (?=(?:Add|Update|Delete) File: )/mu).slice(1);
  return parts.flatMap((part) => {
    const [head = '', ...lines] = part.split('\n');
    const path = head.slice(head.indexOf(': ') + 2).trim();
    const to = /^\*\*\* Move to: (.+)$/mu.exec(part)?.[1]?.trim();
    const next = (before: string): string | undefined =>
      head.startsWith('Delete') || to !== undefined
        ? undefined
        : head.startsWith('Add')
          ? linesWith('+', lines)
          : patched(before, lines);
    return [{ path, next }, ...(to === undefined ? [] : [{ path: to, next: () => undefined }])];
  });
}

function linesWith(marks: string, lines: readonly string[]): string {
  return lines
    .filter((line) => marks.includes(line.charAt(0) || ' ') && !line.startsWith('***'))
    .map((line) => `${line.slice(1)}\n`)
    .join('');
}

/** Hunk by hunk: the lines that are kept or removed become those that are kept or added. */
function patched(before: string, lines: readonly string[]): string | undefined {
  const hunks = lines.join('\n').split(/^@@.*$/mu);
  const start = before.endsWith('\n') || before === '' ? before : `${before}\n`;
  return hunks.reduce<string | undefined>((text, hunk) => {
    const part = hunk.split('\n').filter((line) => line !== '');
    const was = linesWith(' -', part);
    if (text === undefined || part.every((line) => line.startsWith('***'))) return text;
    return was !== '' && text.includes(was) ? text.replace(was, () => linesWith(' +', part)) : undefined;
  }, start);
}

function first(fields: Fields, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string') return value;
  }
  return undefined;
}
