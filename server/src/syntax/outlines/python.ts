import type { OutlineQuery } from './outlineQuery.js';

export const ofPython: OutlineQuery = `
  (function_definition name: (_) @named parameters: (_) @parameters) @function
  (class_definition name: (_) @named) @class
  (class_definition name: (_) @heir superclasses: (argument_list [(identifier) @base (attribute attribute: (_) @base)]))
  (call function: (identifier) @called)
  (call function: (attribute object: (_) @on attribute: (_) @called))
  (argument_list (identifier) @passed)
  (keyword_argument value: (identifier) @passed)
  (list (identifier) @passed)
  (pair value: (identifier) @passed)
  [(if_statement) (elif_clause) (for_statement) (while_statement) (except_clause) (conditional_expression)
   (boolean_operator) (case_clause) (for_in_clause) (if_clause)] @decision
  (module [(function_definition) (class_definition) (decorated_definition)] @exported)
  (import_from_statement module_name: (_) @source name: (dotted_name) @imported)
  (import_from_statement module_name: (_) @source
    name: (aliased_import name: (dotted_name) @imported alias: (_) @local))
  (import_from_statement module_name: (_) @source (wildcard_import) @passesAll)
  (import_statement name: (dotted_name) @source @whole)
  (import_statement name: (aliased_import name: (dotted_name) @source alias: (_) @whole))`;
