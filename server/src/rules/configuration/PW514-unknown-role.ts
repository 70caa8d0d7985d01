import { nearestName } from '../../base/nearestName.js';
import { builtInRoleNames } from '../../documents/role/builtInRoles.js';
import { roleNameOf } from '../../documents/role/kind.js';
import type { YamlNode } from '../../documents/yaml/yamlTree.js';
import { yamlValue } from '../../documents/yaml/yamlValue.js';
import type { Span } from '../../markdown/span.js';
import { defineRule, type Report } from '../rule.js';

export const unknownRole = defineRule({
  code: 'PW514',
  name: 'unknown-role',
  summary: 'The configuration names a role that does not exist',
  severity: 'error',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['config'],
  why: 'A phase that this role should lead does not start, and an agent or a model that is set for it is never used.',
  fix: 'Use the name of a built-in role, or that of a file in `.pactwright/roles` without `.md`.',
  pactkit: 'PactKit does not read this file.',
  *check({ model: { root } }, { project }): Generator<Report> {
    const agents = yamlValue(root, 'agents');
    const named = [...keysOf(yamlValue(agents, 'roles')), ...leadersOf(yamlValue(agents, 'phases'))];
    if (named.length === 0) return;
    const known = new Set([...builtInRoleNames, ...project.ofKind('role').map(({ path }) => roleNameOf(path))]);
    for (const { name, span } of named) {
      if (known.has(name)) continue;
      const nearest = nearestName(name, known);
      yield {
        span,
        message: `There is no role \`${name}\`. ${nearest === undefined ? `Use one of ${[...known].join(', ')}, or create .pactwright/roles/${name}.md.` : `Did you mean \`${nearest}\`?`}`,
        ...(nearest === undefined
          ? {}
          : { fix: { title: `Change it to \`${nearest}\``, safe: false, edits: [{ span, newText: nearest }] } }),
      };
    }
  },
});

interface Named {
  readonly name: string;
  readonly span: Span;
}

function keysOf(node: YamlNode | undefined): readonly Named[] {
  return node?.kind === 'map' ? node.pairs.map(({ key }) => ({ name: key.value, span: key.span })) : [];
}

/** The roles that lead phases. */
function leadersOf(node: YamlNode | undefined): readonly Named[] {
  if (node?.kind !== 'map') return [];
  return node.pairs.flatMap(({ value }): readonly Named[] => {
    const role = yamlValue(value, 'role');
    return role?.kind === 'scalar' && typeof role.value === 'string' ? [{ name: role.value, span: role.span }] : [];
  });
}
