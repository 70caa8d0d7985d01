import { describe, expect, it } from 'vitest';
import { gateNames } from '../../../server/src/gates/gate.js';
import { renderGateReference } from '../../../server/src/gates/reference.js';
import { allConditions } from '../../../server/src/gates/registry.js';

const text = renderGateReference(allConditions);

describe('the reference of gates', () => {
  it('knows each condition once', () => {
    const names = allConditions.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(allConditions)('tells $name', ({ name, title, why, gates }) => {
    expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*$/u);
    expect(title).toMatch(/^[A-Z][^]*[^.]$/u);
    expect(why).toMatch(/\.$/u);
    expect(gates.length).toBeGreaterThan(0);
    expect(text).toContain(`\n### ${name}\n\n${title}.\n\n${why}\n\n`);
  });

  it.each(gateNames)('lists what %s asks', (gate) => {
    const row = text.split('\n').find((line) => line.startsWith(`| \`${gate}\` |`)) ?? '';
    const listed = [...row.matchAll(/\]\(#([a-z-]+)\)/gu)].map(([, name]) => name);
    expect(listed).toEqual(allConditions.filter(({ gates }) => gates.includes(gate)).map(({ name }) => name));
  });
});
