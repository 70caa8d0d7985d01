import type { OutlineQuery } from './outlineQuery.js';

/** A method belongs to the type of its receiver, wherever that is in the package. */
export const ofGo: OutlineQuery = `
  (function_declaration name: (_) @named parameters: (_) @parameters) @function
  (method_declaration receiver: (parameter_list (parameter_declaration type: [(type_identifier) @owner
    (pointer_type (type_identifier) @owner) (pointer_type (generic_type type: (type_identifier) @owner))
    (generic_type type: (type_identifier) @owner)])) name: (_) @named parameters: (_) @parameters) @function
  (type_spec name: (_) @named type: [(struct_type) (interface_type)]) @class
  (type_spec name: (_) @heir type: (struct_type (field_declaration_list (field_declaration !name
    type: (type_identifier) @base))))
  (call_expression function: (identifier) @called)
  (call_expression function: (selector_expression operand: (_) @on field: (_) @called))
  (composite_literal type: (type_identifier) @made)
  (composite_literal type: (qualified_type package: (_) @on name: (_) @made))
  (argument_list (identifier) @passed)
  [(if_statement) (for_statement) (expression_case) (type_case) (communication_case)] @decision
  (binary_expression operator: ["&&" "||"]) @decision
  (import_spec name: (package_identifier) @whole path: (_) @source)
  (import_spec !name path: (_) @source @whole)`;
