import type { OutlineQuery } from './outlineQuery.js';

export const ofJava: OutlineQuery = `
  (method_declaration name: (_) @named parameters: (_) @parameters) @function
  (constructor_declaration name: (_) @named parameters: (_) @parameters) @function
  [(class_declaration name: (_) @named) (interface_declaration name: (_) @named) (enum_declaration name: (_) @named)
   (record_declaration name: (_) @named)] @class
  (class_declaration name: (_) @heir superclass: (superclass [(type_identifier) @base
    (generic_type (type_identifier) @base)]))
  (class_declaration name: (_) @heir interfaces: (super_interfaces (type_list [(type_identifier) @base
    (generic_type (type_identifier) @base)])))
  (interface_declaration name: (_) @heir (extends_interfaces (type_list [(type_identifier) @base
    (generic_type (type_identifier) @base)])))
  (method_invocation !object name: (_) @called)
  (method_invocation object: (_) @on name: (_) @called)
  (method_reference . (_) @on (identifier) @called .)
  (object_creation_expression type: [(type_identifier) @made (generic_type (type_identifier) @made)])
  [(if_statement) (for_statement) (enhanced_for_statement) (while_statement) (do_statement) (catch_clause)
   (ternary_expression) (switch_label)] @decision
  (binary_expression operator: ["&&" "||"]) @decision
  (import_declaration (scoped_identifier name: (_) @whole) @source)`;
