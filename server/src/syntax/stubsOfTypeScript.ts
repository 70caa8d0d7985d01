import type { Grammar } from './grammar.js';
import { resultsName } from './otherResults/inJavaScript.js';
import type { SyntaxNode } from './openSyntax.js';
import {
  insertion,
  partsOf,
  replacement,
  type Stub,
  stub,
  type StubEdit,
  stubMessage,
  type Wiring,
  within,
} from './stub.js';

/** TypeScript, TSX and JavaScript. */
export function stubsOfTypeScript(root: SyntaxNode, grammar: Grammar): readonly Stub[] {
  const reader =
    grammar === 'javascript'
      ? new TypeScriptStubs('undefined', `(${oddValue})`, `globalThis.${resultsName}`)
      : new TypeScriptStubs('(undefined as never)', `(${oddValue} as never)`, `(globalThis as any).${resultsName}`);
  return partsOf(root).flatMap((node) => reader.ofStatement(node));
}

/** Statements that do nothing by themselves when a file is loaded. */
const withoutBehaviour = new Set([
  'import_statement',
  'interface_declaration',
  'type_alias_declaration',
  'ambient_declaration',
  'function_signature',
  'empty_statement',
  'hash_bang_line',
]);
const functionTypes = new Set(['arrow_function', 'function_expression', 'generator_function']);
/** What is around an expression and changes nothing of it at run time. */
const wrappings = new Set(['parenthesized_expression', 'as_expression', 'satisfies_expression', 'non_null_expression']);
/** Equals nothing but itself, and fits every type. */
const oddValue = "{ odd: Symbol('replaced by Pactwright') }";
const throwing = `throw new Error('${stubMessage}'); `;

class TypeScriptStubs {
  /** A value that fits every type. */
  private readonly nothing: string;
  private readonly odd: string;
  /** What gives callers something else. */
  private readonly results: string;

  constructor(nothing: string, odd: string, results: string) {
    this.nothing = nothing;
    this.odd = odd;
    this.results = results;
  }

  ofStatement(node: SyntaxNode): readonly Stub[] {
    if (withoutBehaviour.has(node.type)) return [stub('rest', node, '')];
    switch (node.type) {
      case 'export_statement':
        return this.ofExport(node);
      case 'function_declaration':
      case 'generator_function_declaration':
        return [this.ofFunction(node, nameOf(node))];
      case 'class_declaration':
      case 'abstract_class_declaration':
        return this.ofClass(node, nameOf(node));
      case 'lexical_declaration':
      case 'variable_declaration':
        return partsOf(node).flatMap((declared) => this.ofDeclarator(declared));
      case 'expression_statement':
        return this.ofExpression(node);
      case 'enum_declaration':
      case 'internal_module':
        return [stub('unknown', node, nameOf(node))];
      default:
        return [stub('statement', node, '', { neutral: [replacement(node, ';')] })];
    }
  }

  private ofExport(node: SyntaxNode): readonly Stub[] {
    const declaration = node.childForFieldName('declaration');
    if (declaration) return this.ofStatement(declaration);
    const value = node.childForFieldName('value');
    if (value) return this.ofValue(value, 'default');
    const wirings = this.wiringsOf(node);
    return [stub('wiring', node, node.text, wirings.length === 0 ? {} : { wirings })];
  }

  /** What `export { a } from './a.js'` passes on; nothing for types alone. */
  private wiringsOf(node: SyntaxNode): readonly Wiring[] {
    const source = node.childForFieldName('source')?.text;
    if (source === undefined || node.children.some((child) => child?.type === 'type')) return [];
    const file = /([^/'"]*?)(?:\.\w+)?['"]$/u.exec(source)?.[1] ?? '';
    const named = partsOf(node).find(({ type }) => type === 'export_clause' || type === 'namespace_export');
    if (named?.type !== 'export_clause') {
      const [name] = named ? partsOf(named) : [];
      return [
        { defined: file, unwired: [replacement(node, name ? `export const ${name.text} = ${this.nothing};` : ';')] },
      ];
    }
    return partsOf(named).flatMap((part) => {
      const name = exportedAs(part);
      if (name === undefined) return [];
      const defined = part.childForFieldName('name')?.text ?? '';
      const end = part.nextSibling?.type === ',' ? part.nextSibling.endIndex : part.endIndex;
      const nothing = `export ${name === 'default' ? 'default' : `const ${name} =`} ${this.nothing};`;
      return [
        {
          defined: defined === 'default' ? file : defined,
          unwired: [{ start: part.startIndex, end, newText: '' }, insertion(node.endIndex, `; ${nothing}`)],
        },
      ];
    });
  }

  private ofDeclarator(node: SyntaxNode): readonly Stub[] {
    const value = node.childForFieldName('value');
    return value ? this.ofValue(value, nameOf(node), node) : [stub('rest', node, '')];
  }

  private ofExpression(node: SyntaxNode): readonly Stub[] {
    const [expression] = partsOf(node);
    const left = expression?.childForFieldName('left');
    const right = expression?.childForFieldName('right');
    if (expression?.type === 'assignment_expression' && left && right) return this.ofValue(right, left.text, node);
    if (expression?.type === 'string') return [stub('rest', node, '')];
    if (expression?.type === 'internal_module') return [stub('unknown', node, '')];
    return [stub('statement', node, '', { neutral: [replacement(node, ';')] })];
  }

  /** @param whole the declaration or property that gives the value its name. */
  private ofValue(value: SyntaxNode, name: string, whole = value): readonly Stub[] {
    if (functionTypes.has(value.type)) return [this.ofFunction(value, name, whole)];
    if (wrappings.has(value.type)) {
      const [inner] = partsOf(value);
      return inner ? this.ofValue(inner, name, whole) : [];
    }
    if (value.type === 'class') return this.ofClass(value, name);
    if (value.type === 'object') return partsOf(value).flatMap((part) => this.ofProperty(part, name));
    // It only passes on what another part is.
    if (value.type === 'identifier') return [stub('wiring', whole, value.text)];
    return [stub('value', whole, name, { neutral: [replacement(value, this.nothing)] })];
  }

  private ofProperty(node: SyntaxNode, outer: string): readonly Stub[] {
    if (node.type === 'method_definition') return [this.ofFunction(node, within(outer, nameOf(node)))];
    const value = node.type === 'pair' ? node.childForFieldName('value') : null;
    if (value) return this.ofValue(value, within(outer, node.childForFieldName('key')?.text ?? ''), node);
    return [stub('wiring', node, node.text)];
  }

  private ofClass(node: SyntaxNode, name: string): readonly Stub[] {
    const body = node.childForFieldName('body');
    return [...ofHeritage(node), ...(body ? partsOf(body) : []).flatMap((member) => this.ofMember(member, name))];
  }

  private ofMember(node: SyntaxNode, outer: string): readonly Stub[] {
    if (node.type === 'method_definition') return [this.ofFunction(node, within(outer, nameOf(node)))];
    const value = node.childForFieldName('value');
    if (value) return this.ofValue(value, within(outer, fieldName(node)), node);
    const runs = node.type === 'class_static_block' || partsOf(node).some(({ type }) => type === 'decorator');
    return [stub(runs ? 'unknown' : 'rest', node, outer)];
  }

  private ofFunction(node: SyntaxNode, name: string, whole = node): Stub {
    const body = node.childForFieldName('body');
    if (!body) return stub('rest', whole, name);
    const call = `${this.results}(${JSON.stringify(name)}, ${givenTo(node)}, ${isAsync(node) ? 'async ' : ''}() => `;
    if (body.type !== 'statement_block')
      return stub('function', whole, name, {
        wrapped: [
          insertion(body.startIndex, `{ ${this.othersGivenTo(node)}return ${call}(`),
          insertion(body.endIndex, ')); }'),
        ],
        neutral: [replacement(body, this.nothing)],
        odd: [replacement(body, this.odd)],
        throwing: [replacement(body, `{ ${throwing}}`)],
      });
    if (node.type === 'method_definition' && nameOf(node) === 'constructor')
      return stub('function', whole, name, { neutral: [this.ofConstructor(node, body)] });
    const start = body.startIndex + 1;
    // TypeScript lets a setter return nothing at all.
    const isSetter = node.children.some((child) => child?.type === 'set');
    const isGenerator = node.type.startsWith('generator') || node.children.some((child) => child?.type === '*');
    const returning = (value: string): readonly StubEdit[] => [
      insertion(start, isSetter ? ' return;' : ` return ${value};`),
    ];
    return stub('function', whole, name, {
      ...(isSetter || isGenerator || body.namedChildCount === 0
        ? {}
        : {
            wrapped: [
              insertion(start, ` ${this.othersGivenTo(node)}return ${call}{`),
              insertion(body.endIndex - 1, '});'),
            ],
          }),
      neutral: returning(this.nothing),
      odd: returning(this.odd),
      throwing: [insertion(start, ` ${throwing}`)],
    });
  }

  /** Statements that let what a function is given be something else. */
  private othersGivenTo(node: SyntaxNode): string {
    return parametersOf(node)
      .flatMap(namesIn)
      .map((name) => `${name} = ${this.results}.given(${name}); `)
      .join('');
  }

  /**
   * An object without content. It is made in any case, as tests that replace the subject's methods make one, too. What comes first
   * stays: without the call of `super` there is no object.
   */
  private ofConstructor(node: SyntaxNode, body: SyntaxNode): StubEdit {
    const superCall = partsOf(body).find(
      (statement) => partsOf(statement)[0]?.childForFieldName('function')?.type === 'super',
    );
    const parameters = node.childForFieldName('parameters');
    const own = (parameters ? partsOf(parameters) : [])
      .filter(({ children }) => children.some((child) => child && parameterProperties.has(child.type)))
      .map((parameter) => ` this.${parameter.childForFieldName('pattern')?.text ?? ''} = ${this.nothing};`);
    return insertion(superCall?.endIndex ?? body.startIndex + 1, `${own.join('')} return ${this.nothing};`);
  }
}

function parametersOf(node: SyntaxNode): readonly SyntaxNode[] {
  const parameters = node.childForFieldName('parameters');
  const single = node.childForFieldName('parameter');
  return [...(parameters ? partsOf(parameters) : []), ...(single ? [single] : [])].flatMap((one) => {
    const pattern = one.childForFieldName('pattern') ?? one;
    return pattern.type === 'this' ? [] : [pattern];
  });
}

/** What others call a name of an export clause; undefined for a type. */
function exportedAs(part: SyntaxNode): string | undefined {
  if (part.children.some((child) => child?.type === 'type')) return undefined;
  return (part.childForFieldName('alias') ?? part.childForFieldName('name'))?.text;
}

/** The names that a pattern gives values to. */
function namesIn(pattern: SyntaxNode): readonly string[] {
  switch (pattern.type) {
    case 'identifier':
    case 'shorthand_property_identifier_pattern':
      return [pattern.text];
    case 'assignment_pattern':
    case 'object_assignment_pattern':
      return partsOf(pattern).slice(0, 1).flatMap(namesIn);
    case 'pair_pattern': {
      const value = pattern.childForFieldName('value');
      return value ? namesIn(value) : [];
    }
    case 'object_pattern':
    case 'array_pattern':
    case 'rest_pattern':
      return partsOf(pattern).flatMap(namesIn);
    default:
      return [];
  }
}

function isAsync(node: SyntaxNode): boolean {
  return node.children.some((child) => child?.type === 'async');
}

/** What a function is given, as a list: what it passes on as it is, is no result of its own. */
function givenTo(node: SyntaxNode): string {
  if (node.type !== 'arrow_function')
    return node.type === 'method_definition' ? '[this, ...arguments]' : '[...arguments]';
  return `[${parametersOf(node)
    .flatMap(({ type, text }) => (type === 'identifier' ? [text] : []))
    .join(', ')}]`;
}

/** What makes a parameter of a constructor a property of the object, too. */
const parameterProperties = new Set(['accessibility_modifier', 'override_modifier', 'readonly']);

/** A class that inherits nothing makes objects that are not what they claim to be. `super` goes on working. */
function ofHeritage(node: SyntaxNode): readonly Stub[] {
  const heritage = partsOf(node).find(({ type }) => type === 'class_heritage');
  if (!heritage || !/\bextends\b/u.test(heritage.text)) return [];
  const name = nameOf(node);
  if (name === '' || node.type === 'class') return [stub('unknown', heritage, name)];
  const cut = ` Object.setPrototypeOf(${name}.prototype, Object.prototype);`;
  return [stub('value', heritage, name, { neutral: [insertion(node.endIndex, cut)] })];
}

function nameOf(node: SyntaxNode): string {
  return node.childForFieldName('name')?.text ?? '';
}

function fieldName(member: SyntaxNode): string {
  return (member.childForFieldName('name') ?? member.childForFieldName('property'))?.text ?? '';
}
