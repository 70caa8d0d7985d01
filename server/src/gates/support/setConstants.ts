import { languageFacts } from '../../code/languageFacts.js';
import { folderOf } from '../../code/modules/modulePlaces.js';
import type { SourceFile } from '../../code/sourceFile.js';
import { type Constant, constantsOf } from '../../syntax/constantsOf.js';
import { type Binding, outlineOf } from '../../syntax/outlineOf.js';
import { type SetValue, setValuesOf } from '../../syntax/setValuesOf.js';
import { approvableName } from '../../workspace/approvableName.js';
import type { Work, WorkChange } from '../../workspace/work/work.js';
import type { GateContext } from '../condition.js';
import type { Problem } from '../gate.js';
import { addedLines } from './addedLines.js';
import { isModule } from './mockedProduct.js';
import { placeOf } from './places.js';
import { codeOnly, isDeclared, isWordIn } from './wordIn.js';
import { workTests } from './workTests.js';

/** What requirements say, and what values are called, that others are meant to set. */
const adjustable = /\bconfigur|\bsettings?\b|\boptions?\b|\bdefaults?\b|\badjust|\bcustom/iu;
const settable = /^(?:settings?|options?|config\w*|defaults?|preferences|state|store|env)$/iu;

interface DeclaredAt extends Constant {
  readonly file: string;
}

/**
 * Constants of the changed code that tests set to what the requirements name, while the code itself has a value that they do not name,
 * and the required one nowhere: the tests pass, and nobody else gets what is required. Tests that set a value for their convenience set
 * one that no requirement names. What the tests make themselves, and what the code writes, is state.
 */
export async function setConstantProblems(
  { syntax, item: { spec } }: GateContext,
  work: Work,
  sources: readonly WorkChange[],
): Promise<readonly Problem[]> {
  const required = (spec?.model.requirements ?? [])
    .map(({ span }) => spec?.text.slice(span.start, span.end) ?? '')
    .join('\n');
  if (required === '' || adjustable.test(required)) return [];
  const isTelling = (value: string): boolean => value.replace(/\W/gu, '').length >= 2;
  const isHeld = (value: string): boolean => sources.some(({ after = '' }) => holds(after, value));
  const constants: DeclaredAt[] = [];
  for (const change of sources) {
    const added = new Set(addedLines(change).map(({ line }) => line));
    const found = (await syntax.read(change.path, change.after ?? '', constantsOf)) ?? [];
    constants.push(
      ...found
        .filter(
          ({ path, value, line }) => added.has(line) && tellsNumber(value) && !path.some((one) => settable.test(one)),
        )
        .map((constant) => ({ ...constant, file: change.path })),
    );
  }
  const problems: Problem[] = [];
  for (const { after } of constants.length === 0 ? [] : workTests(work).pairs) {
    if (!after) continue;
    const { path, text } = after;
    const telling = ((await syntax.read(path, text, setValuesOf)) ?? []).filter(
      ({ value }) => isTelling(value) && isWordIn(required, value) && !isHeld(value),
    );
    const bindings = telling.length === 0 ? [] : ((await outlineOf(syntax, path, text))?.bindings ?? []);
    for (const set of telling) {
      const { value } = set;
      const own = constants.find((constant) => sets(after, bindings, set, constant));
      if (!own || isWordIn(required, own.value)) continue;
      const name = own.path.at(-1) ?? '';
      problems.push({
        message: `${name} is ${own.value} in ${own.file}, and ${path} sets it to ${value}, which a requirement names`,
        place: placeOf(after, set),
        approvable: approvableName('test-mock', path, name, `${own.value} ${value}`),
      });
    }
  }
  return problems;
}

/** State begins with 0, 1 or nothing. */
function tellsNumber(value: string): boolean {
  return value.replace(/\D/gu, '').length >= 2;
}

/** Whether code has a value somewhere: not in what it says about itself. */
function holds(text: string, value: string): boolean {
  return isWordIn(codeOnly(text), value) || ['"', "'", '`'].some((quote) => text.includes(quote + value + quote));
}

/** Whether a test sets that very constant: by what it imports, or by its name within a package of Go. */
function sets(test: SourceFile, bindings: readonly Binding[], set: SetValue, { path, file }: DeclaredAt): boolean {
  const [root = '', ...rest] = set.path;
  const own = path.join('.');
  const isConstant = (names: readonly string[]): boolean => names.join('.') === own;
  if (!set.isText && isDeclared(test.text, root, { isPlain: set.path.length === 1 })) return false;
  const imports = test.language && languageFacts[test.language].imports;
  if (imports === 'dotted') {
    const full = set.path.join('.');
    return (set.isText ? [full] : bindings.flatMap((binding) => inPython(binding, full))).some((whole) => {
      const module = whole.endsWith(`.${own}`) ? whole.slice(0, -own.length - 1) : '';
      return module !== '' && isModule(test, module, file);
    });
  }
  const bound = bindings.find(({ local }) => local === root);
  if (imports === 'folder') {
    const folder = folderOf(file);
    if (!bound) return folder === folderOf(test.path) && isConstant(set.path);
    return isConstant(rest) && (folder === '' || `/${bound.from}`.endsWith(`/${folder}`));
  }
  if (!bound) return false;
  const isThere = isModule(test, bound.from, file) || /(?:^|\/)index(?:\.\w+)?$/u.test(bound.from);
  return isThere && isConstant(bound.name === undefined || bound.name === '*' ? rest : [bound.name, ...rest]);
}

/** What a path of names is in full, if it begins with what is bound. */
function inPython({ local, from, name }: Binding, path: string): readonly string[] {
  if (!path.startsWith(`${local}.`)) return [];
  const module = from.replace(/^\.+/u, '');
  return [[module, name, path.slice(local.length + 1)].filter(Boolean).join('.')];
}
