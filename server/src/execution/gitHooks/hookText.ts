import type { ThisProcess } from '../../workspace/machine.js';
import { shellWord } from '../../base/shellWord.js';
import { launcherPath } from '../../agents/deployment/launcher.js';
import type { GitEvent } from '../hooks/gitEvents.js';

const begin = '# pactwright:begin (managed by `pactwright git-hooks`)';
const end = '# pactwright:end';
const ours = /# pactwright:begin \(managed by `pactwright git-hooks`\)\n[\s\S]*?# pactwright:end\n/u;
const firstLine = '#!/bin/sh\n';

/** Where a hook finds `pactwright`: on this machine, or for a hook that is committed, in the project. */
export type Caller = Pick<ThisProcess, 'node' | 'isElectron' | 'script'> | { readonly launcher: string };

/** The launcher of a project as a committed hook finds it. @param prefix of the project below the top: '' or with `/` behind it. */
export const launcherOf = (prefix: string): Caller => ({ launcher: `${prefix}${launcherPath}` });

/** The hook that was there before, where ours has to be a file of its own. */
export const asideName = (event: GitEvent): string => `${event}.before-pactwright`;

/** Whether lines of a shell can be in it. @param text undefined if it is no text. */
export function isShellScript(text: string | undefined): text is string {
  if (text === undefined) return false;
  const interpreter = /^#!(?<named>.*)/u.exec(text)?.groups?.['named'];
  return interpreter === undefined || /\b(?:sh|bash|dash|ksh|zsh)\b/u.test(interpreter);
}

export const holdsCall = (text: string): boolean => ours.test(text);

/** A hook with our lines before all that it does. They read nothing of what git hands the hook. */
export function withCall(text: string, event: GitEvent, caller: Caller): string {
  const plain = withoutCall(text);
  const shebang = /^#!.*\n/u.exec(plain)?.[0] ?? '';
  return `${shebang}${begin}\n${call(event, caller)}${end}\n${plain.slice(shebang.length)}`;
}

export const withoutCall = (text: string): string => text.replace(ours, () => '');

/** A hook of our own. @param chains a hook was moved aside. */
export function newHook(event: GitEvent, caller: Caller, chains: boolean): string {
  const before = `"$(dirname "$0")/${asideName(event)}"`;
  return withCall(`${firstLine}${chains ? chained(before) : ''}`, event, caller);
}

const chained = (file: string): string => `if test -x ${file}; then exec ${file} "$@"; fi\n`;

/** Without our lines it does nothing, so it is ours to remove. */
export function isOnlyOurs(text: string, event: GitEvent): boolean {
  const rest = withoutCall(text);
  return holdsCall(text) && [firstLine, '', withoutCall(newHook(event, { launcher: '' }, true))].includes(rest);
}

function call(event: GitEvent, caller: Caller): string {
  const what = `hook git ${event} "$@" </dev/null || exit $?`;
  if ('launcher' in caller)
    return `node "$(git rev-parse --show-toplevel)/"${shellWord(caller.launcher)} --required ${what}\n`;
  const [node, script] = [shellWord(caller.node), shellWord(caller.script ?? '')];
  const own = `${caller.isElectron ? 'ELECTRON_RUN_AS_NODE=1 ' : ''}${node} ${script}`;
  // After an update of the editor it is in another place; a hook that protects must not just be silent.
  return [
    `if test -x ${node} && test -f ${script}; then ${own} ${what}`,
    `elif command -v pactwright >/dev/null; then pactwright ${what}`,
    `else echo 'pactwright was not found, so this is not checked and git is stopped: run "pactwright git-hooks --install" again, or --uninstall' >&2; exit 1`,
    'fi\n',
  ].join('\n');
}
