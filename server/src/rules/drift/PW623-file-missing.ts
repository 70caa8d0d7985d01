import type { ParsedDocument } from '../../documents/document.js';
import { pathOf } from '../../trace/namedFiles.js';
import { renamedTo } from '../../trace/renames.js';
import { defineRule } from '../rule.js';
import { isDone } from './boardState.js';

export const fileMissing = defineRule({
  code: 'PW623',
  name: 'file-missing',
  summary: 'The spec of a finished item names a file that does not exist',
  severity: 'warning',
  needs: 'code',
  since: '0.1.0',
  documents: ['spec'],
  why: 'People and agents use the spec to find out what was built and where. A broken path means that it was built elsewhere, renamed, or not built at all.',
  fix: 'Update the path. With git, the quick fix names the file that it was renamed to. Reported as a warning for Touches and Implementation Steps, as information for code spans elsewhere. Steps that remove or rename a file, globs, URLs, names without a folder and paths whose first folder is not in the project do not count. Specs of archived items are skipped.',
  pactkit:
    '`pactkit garden` reports specs with the Status Done that name a missing `src/….py` in backticks, including archived ones.',
  *check(document, { item, archived, codeRead, git }) {
    if (archived || !item || codeRead === 'none' || !isDone(item)) return;
    const known = new Set<string>();
    const order = ['touches', 'steps', 'codeSpan'] as const;
    const missing = item.files.filter(({ there }) => there === false);
    for (const file of order.flatMap((place) => missing.filter((one) => one.place === place))) {
      const path = pathOf(file.named.value);
      if (known.has(path)) continue;
      known.add(path);
      if (isTakenAway(document, path)) continue;
      const renamed = git?.history && renamedTo(git.history, path);
      const { span } = file.named;
      const at = document.text.slice(span.start, span.end).indexOf(path);
      yield {
        span,
        anchor: path,
        ...(file.place === 'codeSpan' ? { severity: 'info' as const } : {}),
        message: `${item.id} is done, but ${path} does not exist, so the spec no longer shows where the work is. ${renamed ? `It was renamed to ${renamed.path}: update` : 'Update'} the path.`,
        ...(renamed ? { commits: [renamed.commit.hash] } : {}),
        ...(renamed && at >= 0
          ? {
              fix: {
                title: `Name ${renamed.path}`,
                safe: false,
                edits: [
                  { span: { start: span.start + at, end: span.start + at + path.length }, newText: renamed.path },
                ],
              },
            }
          : {}),
      };
    }
  },
});

// In the languages that specs are known to be written in; a word that is missed is a warning for nothing.
const takesAway =
  /\b(?:delet|remov|renam|mov|drop|replac|retir)(?:e|es|ed|ing)?\b|l[öo]sch|entfern|umbenenn|verschieb|supprim|renomm|d[ée]plac|remplac|elimin|borrar|renombr|mover|reemplaz|excluir|удал|переимен|перемест|замен|删|移除|移动|重命名|改名|替换|削除|移動|置換|삭제|제거|이동/iu;

/** Whether a step says of the file that it goes. */
function isTakenAway({ text, model }: ParsedDocument<'spec'>, path: string): boolean {
  return model.implementationSteps.some(
    ({ file, action }) => takesAway.test(action.value) && text.slice(file.span.start, file.span.end).includes(path),
  );
}
