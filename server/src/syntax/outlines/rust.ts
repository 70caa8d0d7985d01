import type { OutlineQuery } from './outlineQuery.js';

/** What an `impl` holds belongs to the type. What `use` says is read as a path (`importsOf`). */
export const ofRust: OutlineQuery = `
  (function_item name: (_) @named parameters: (_) @parameters) @function
  (function_signature_item name: (_) @named parameters: (_) @parameters) @function
  [(struct_item name: (_) @named) (enum_item name: (_) @named) (trait_item name: (_) @named)
   (union_item name: (_) @named)] @class
  (impl_item type: [(type_identifier) @named (generic_type type: (type_identifier) @named)]) @extension
  (impl_item trait: [(type_identifier) @base (generic_type type: (type_identifier) @base)
    (scoped_type_identifier name: (_) @base)] type: [(type_identifier) @heir (generic_type type: (type_identifier) @heir)])
  (call_expression function: (identifier) @called)
  (call_expression function: (scoped_identifier path: (_) @on name: (_) @called))
  (call_expression function: (field_expression value: (_) @on field: (_) @called))
  (call_expression function: (generic_function function: (identifier) @called))
  (struct_expression name: (type_identifier) @made)
  (arguments (identifier) @passed)
  [(if_expression) (match_arm) (for_expression) (while_expression) (loop_expression)] @decision
  (binary_expression operator: ["&&" "||"]) @decision
  (use_declaration argument: (_) @path)`;
