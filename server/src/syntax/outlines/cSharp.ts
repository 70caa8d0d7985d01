import type { OutlineQuery } from './outlineQuery.js';

export const ofCSharp: OutlineQuery = `
  (method_declaration name: (_) @named parameters: (_) @parameters) @function
  (constructor_declaration name: (_) @named parameters: (_) @parameters) @function
  (local_function_statement name: (_) @named parameters: (_) @parameters) @function
  [(class_declaration name: (_) @named) (interface_declaration name: (_) @named) (struct_declaration name: (_) @named)
   (enum_declaration name: (_) @named) (record_declaration name: (_) @named)] @class
  (class_declaration name: (_) @heir (base_list [(identifier) @base (generic_name (identifier) @base)]))
  (struct_declaration name: (_) @heir (base_list [(identifier) @base (generic_name (identifier) @base)]))
  (record_declaration name: (_) @heir (base_list [(identifier) @base (generic_name (identifier) @base)]))
  (interface_declaration name: (_) @heir (base_list [(identifier) @base (generic_name (identifier) @base)]))
  (invocation_expression function: (identifier) @called)
  (invocation_expression function: (member_access_expression expression: (_) @on name: [(identifier) @called
    (generic_name (identifier) @called)]))
  (object_creation_expression type: [(identifier) @made (generic_name (identifier) @made)])
  (argument (identifier) @passed)
  [(if_statement) (for_statement) (foreach_statement) (while_statement) (do_statement) (catch_clause)
   (conditional_expression) (switch_section) (switch_expression_arm)] @decision
  (binary_expression operator: ["&&" "||" "??"]) @decision`;
