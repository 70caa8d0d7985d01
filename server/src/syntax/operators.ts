import type { Grammar } from './grammar.js';

/** What mutants change in a language, by the types of its nodes. One walk, `mutantsOf`, reads all of them. */
export interface MutationSyntax {
  /** Nodes with an operator between or before operands. */
  readonly operations: readonly string[];
  /** What becomes of operators, besides those that all languages share. */
  readonly operators?: Readonly<Record<string, string>>;
  /** Nodes whose field `condition` decides what is run. */
  readonly decisions: readonly string[];
  /** Nodes that decide with another of their parts: by its field, or its place among the named parts; by the body, what is passed on as a predicate. */
  readonly decidedBy?: Readonly<Record<string, string | number>>;
  /** What is around a condition to say the opposite. */
  readonly not: readonly [before: string, after: string];
  readonly numbers: readonly string[];
  readonly texts: readonly string[];
  /** What an empty text is changed to, and every other text to an empty one. */
  readonly emptyText: string;
  /** How the two truth values are written. */
  readonly truth: Readonly<Record<string, string>>;
  /** Statements that may be left out. */
  readonly statements: readonly string[];
  /** What takes the place of a statement. */
  readonly noStatement: string;
  /** What holds no behaviour, or none that can be changed without breaking what is around it. */
  readonly kept: readonly string[];
}

/** What becomes of an operator in every language that has it. */
export const commonOperators: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '==': '!=',
  '!=': '==',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '/=': '*=',
  '++': '--',
  '--': '++',
};

const ofTypeScript: MutationSyntax = {
  operations: ['binary_expression', 'augmented_assignment_expression', 'update_expression'],
  operators: { '??': '&&', '**': '*' },
  decisions: ['if_statement', 'while_statement', 'ternary_expression'],
  decidedBy: { arrow_function: 'body' },
  not: ['(!(', '))'],
  numbers: ['number'],
  texts: ['string', 'template_string'],
  emptyText: "'mutant'",
  truth: { true: 'false', false: 'true' },
  statements: ['expression_statement', 'throw_statement'],
  noStatement: ';',
  kept: [
    'import_statement',
    'interface_declaration',
    'type_alias_declaration',
    'type_annotation',
    'type_arguments',
    'type_parameters',
    'literal_type',
    'ambient_declaration',
    'decorator',
    'enum_declaration',
  ],
};

/** How each language is mutated. */
export const mutationSyntax: Readonly<Record<Grammar, MutationSyntax>> = {
  typescript: ofTypeScript,
  tsx: ofTypeScript,
  javascript: ofTypeScript,
  python: {
    operations: ['binary_operator', 'boolean_operator', 'comparison_operator', 'augmented_assignment'],
    operators: {
      and: 'or',
      or: 'and',
      is: 'is not',
      'is not': 'is',
      in: 'not in',
      'not in': 'in',
      '//': '*',
      '**': '*',
    },
    decisions: ['if_statement', 'elif_clause', 'while_statement'],
    decidedBy: { conditional_expression: 1, if_clause: 0, lambda: 'body' },
    not: ['(not (', '))'],
    numbers: ['integer', 'float'],
    texts: ['string'],
    emptyText: "'mutant'",
    truth: { True: 'False', False: 'True' },
    statements: ['expression_statement', 'raise_statement'],
    noStatement: 'pass',
    kept: ['import_statement', 'import_from_statement', 'future_import_statement', 'type', 'decorator'],
  },
  go: {
    operations: ['binary_expression', 'assignment_statement', 'inc_statement', 'dec_statement'],
    decisions: ['if_statement', 'for_clause'],
    not: ['(!(', '))'],
    numbers: ['int_literal', 'float_literal'],
    texts: ['interpreted_string_literal', 'raw_string_literal'],
    emptyText: '"mutant"',
    truth: { true: 'false', false: 'true' },
    statements: ['expression_statement', 'assignment_statement'],
    noStatement: '{}',
    kept: ['package_clause', 'import_declaration', 'type_declaration', 'array_type'],
  },
  rust: {
    operations: ['binary_expression', 'compound_assignment_expr'],
    decisions: ['if_expression', 'while_expression'],
    not: ['(!(', '))'],
    numbers: ['integer_literal', 'float_literal'],
    texts: ['string_literal'],
    emptyText: '"mutant"',
    truth: { true: 'false', false: 'true' },
    // Some are the value of a block.
    statements: [],
    noStatement: ';',
    kept: ['use_declaration', 'attribute_item', 'type_arguments', 'array_type', 'struct_item', 'enum_item'],
  },
  java: {
    operations: ['binary_expression', 'assignment_expression', 'update_expression'],
    decisions: ['if_statement', 'while_statement', 'ternary_expression'],
    not: ['(!(', '))'],
    numbers: ['decimal_integer_literal', 'hex_integer_literal', 'decimal_floating_point_literal'],
    texts: ['string_literal'],
    emptyText: '"mutant"',
    truth: { true: 'false', false: 'true' },
    statements: ['expression_statement'],
    noStatement: ';',
    kept: ['package_declaration', 'import_declaration', 'modifiers', 'superclass', 'super_interfaces', 'dimensions'],
  },
  'c-sharp': {
    operations: ['binary_expression', 'assignment_expression', 'prefix_unary_expression', 'postfix_unary_expression'],
    decisions: ['if_statement', 'while_statement', 'conditional_expression'],
    not: ['(!(', '))'],
    numbers: ['integer_literal', 'real_literal'],
    texts: ['string_literal', 'verbatim_string_literal'],
    emptyText: '"mutant"',
    truth: { true: 'false', false: 'true' },
    statements: ['expression_statement'],
    noStatement: ';',
    kept: ['using_directive', 'attribute_list', 'enum_declaration', 'base_list'],
  },
  ruby: {
    operations: ['binary', 'operator_assignment'],
    operators: { and: 'or', or: 'and', '**': '*' },
    decisions: ['if', 'unless', 'elsif', 'while', 'until', 'if_modifier', 'unless_modifier', 'conditional'],
    not: ['(!(', '))'],
    numbers: ['integer', 'float'],
    texts: ['string'],
    emptyText: "'mutant'",
    truth: { true: 'false', false: 'true' },
    // Each is the value of its block, so that leaving one out is no small change.
    statements: [],
    noStatement: 'nil',
    kept: ['superclass'],
  },
};
