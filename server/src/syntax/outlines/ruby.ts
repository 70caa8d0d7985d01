import type { OutlineQuery } from './outlineQuery.js';

export const ofRuby: OutlineQuery = `
  (method name: (_) @named parameters: (_)? @parameters) @function
  (singleton_method name: (_) @named parameters: (_)? @parameters) @function
  [(class name: [(constant) @named (scope_resolution name: (_) @named)])
   (module name: [(constant) @named (scope_resolution name: (_) @named)])] @class
  (class name: (constant) @heir superclass: (superclass [(constant) @base (scope_resolution name: (_) @base)]))
  (call !receiver method: (identifier) @called)
  (call receiver: (_) @on method: (_) @called)
  (body_statement (identifier) @passed)
  [(if) (unless) (elsif) (while) (until) (for) (when) (rescue) (conditional) (if_modifier) (unless_modifier)
   (while_modifier) (until_modifier)] @decision
  (binary operator: ["&&" "||" "and" "or"]) @decision`;
