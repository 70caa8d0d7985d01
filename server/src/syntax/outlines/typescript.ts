import type { OutlineQuery } from './outlineQuery.js';

/** What TypeScript and JavaScript share. */
const shared = `
  (function_declaration name: (identifier) @named parameters: (_) @parameters) @function
  (generator_function_declaration name: (identifier) @named parameters: (_) @parameters) @function
  (method_definition name: (_) @named parameters: (_) @parameters) @function
  (variable_declarator name: (identifier) @named
    value: [(arrow_function parameters: (_)? @parameters) (function_expression parameters: (_) @parameters)
      (generator_function parameters: (_) @parameters)]) @function
  (variable_declarator name: (identifier) @named
    value: (call_expression arguments: (arguments . [(arrow_function) (function_expression)]))) @function
  (pair key: (property_identifier) @named value: [(arrow_function) (function_expression)]) @function
  (assignment_expression left: (member_expression property: (property_identifier) @named)
    right: [(arrow_function) (function_expression)]) @function
  (assignment_expression left: (identifier) @named right: [(arrow_function) (function_expression)]) @function

  (call_expression function: (identifier) @called)
  (call_expression function: (member_expression object: (_) @on property: (_) @called))
  (new_expression constructor: (identifier) @made)
  (new_expression constructor: (member_expression object: (_) @on property: (_) @made))
  (arguments (identifier) @passed)
  (pair value: (identifier) @passed)
  (shorthand_property_identifier) @passed
  (array (identifier) @passed)

  [(if_statement) (for_statement) (for_in_statement) (while_statement) (do_statement) (switch_case) (catch_clause)
   (ternary_expression)] @decision
  (binary_expression operator: ["&&" "||" "??"]) @decision

  (export_statement declaration: (_) @exported)
  (export_statement value: (_) @exported)
  (import_statement (import_clause (identifier) @default) source: (string) @source)
  (import_statement (import_clause (namespace_import (identifier) @whole)) source: (string) @source)
  (import_statement
    (import_clause (named_imports (import_specifier name: (_) @imported alias: (_)? @local))) source: (string) @source)
  (export_statement (export_clause (export_specifier name: (_) @imported alias: (_)? @local)) source: (string) @source) @passes
  (export_statement !source (export_clause (export_specifier name: (_) @shown alias: (_)? @local)))
  (export_statement "*" @passesAll source: (string) @source)
  (export_statement (namespace_export (_) @whole) source: (string) @source) @passes
  (variable_declarator name: (identifier) @whole
    value: (call_expression function: (identifier) @loader arguments: (arguments . (string) @source))
    (#eq? @loader "require"))
  (variable_declarator name: (object_pattern [(shorthand_property_identifier_pattern) @imported
      (pair_pattern key: (property_identifier) @imported value: (identifier) @local)])
    value: (call_expression function: (identifier) @loader arguments: (arguments . (string) @source))
    (#eq? @loader "require"))`;

const elements = `
  (jsx_self_closing_element name: (identifier) @called)
  (jsx_opening_element name: (identifier) @called)`;

/** JavaScript has them in any file. */
export const ofJavaScript: OutlineQuery = `${shared} ${elements}
  (field_definition property: (_) @named value: [(arrow_function) (function_expression)]) @function
  (class_declaration name: (_) @named) @class
  (variable_declarator name: (identifier) @named value: (class)) @class
  (class_declaration name: (_) @heir (class_heritage (identifier) @base))`;

export const ofTypeScript: OutlineQuery = `${shared}
  (public_field_definition name: (_) @named value: [(arrow_function) (function_expression)]) @function
  [(class_declaration name: (_) @named) (abstract_class_declaration name: (_) @named)
   (interface_declaration name: (_) @named) (enum_declaration name: (_) @named)] @class
  (variable_declarator name: (identifier) @named value: (class)) @class
  (class_declaration name: (_) @heir (class_heritage (extends_clause value: (identifier) @base)))
  (class_declaration name: (_) @heir (class_heritage (implements_clause [(type_identifier) @base
    (generic_type name: (type_identifier) @base)])))
  (abstract_class_declaration name: (_) @heir (class_heritage (extends_clause value: (identifier) @base)))
  (abstract_class_declaration name: (_) @heir (class_heritage (implements_clause [(type_identifier) @base
    (generic_type name: (type_identifier) @base)])))
  (interface_declaration name: (_) @heir (extends_type_clause type: [(type_identifier) @base
    (generic_type name: (type_identifier) @base)]))`;

export const ofTsx: OutlineQuery = `${ofTypeScript} ${elements}`;
