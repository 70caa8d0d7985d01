import { codeTexts } from '../../project/codeFolder.js';
import { openSyntax } from '../../syntax/openSyntax.js';
import { type FileInterface, interfaceOf } from '../../syntax/interfaceOf.js';
import type { Answer } from '../../operations/operation.js';
import { codeQuestion } from './codeQuestion.js';
import { lineFromOne } from './lineFromOne.js';
import type { QueryScene } from './query.js';

/** What some files offer others. */
export async function interfaceAnswer(
  scene: QueryScene,
  { files }: { readonly files: readonly string[] },
): Promise<Answer> {
  const { code, wanted } = await codeQuestion(scene, { files });
  const textOf = await codeTexts(scene.machine, code.root);
  const syntax = openSyntax(scene.machine.self.grammars);
  const found: { path: string; offers: FileInterface | undefined }[] = [];
  for (const path of wanted) {
    scene.signal.throwIfAborted();
    const text = await textOf(path);
    found.push({ path, offers: text === undefined ? undefined : await interfaceOf(syntax, path, text) });
  }
  return {
    message: found.map(({ path, offers }) => [path, ...linesOf(offers)].join('\n')).join('\n\n'),
    data: {
      root: code.root,
      files: found.map(({ path, offers }) =>
        offers ? { path, ...offers, parts: offers.parts.map(lineFromOne) } : { path, unread: true },
      ),
    },
  };
}

function linesOf(offers: FileInterface | undefined): readonly string[] {
  if (!offers) return ['  (not read: no such file, or a language that is not known)'];
  const { constants, parts } = offers;
  if (constants.length + parts.length === 0) return ['  (offers nothing)'];
  return [
    ...(constants.length === 0 ? [] : [`  constants: ${constants.join(', ')}`]),
    ...parts.map(({ kind, name, owner, parameters, bases, doc }) => {
      const base = bases.length === 0 ? '' : ` extends ${bases.join(', ')}`;
      const signature = kind === 'class' ? `class ${name}${base}` : `${name}(${parameters ?? ''})`;
      return `${owner === undefined ? '  ' : '    '}${signature}${doc === '' ? '' : `  — ${doc}`}`;
    }),
  ];
}
