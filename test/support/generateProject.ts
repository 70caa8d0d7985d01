/** A small deterministic generator of pseudo-random numbers (mulberry32), so that a generated project is the same anywhere. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const words =
  'cart reload item shop price order guest token page store user event queue retry cache field form index'.split(' ');

const sentence = (random: () => number, length: number): string =>
  `The ${Array.from({ length }, () => words[Math.floor(random() * words.length)]).join(' ')}.`;

export interface SpecOptions {
  readonly requirements?: number;
  /** Words of prose below each requirement. */
  readonly prose?: number;
}

/** A whole spec as PactKit's template has it, without mistakes. */
export function generateSpec(
  id: string,
  random: () => number,
  { requirements = 4, prose = 60 }: SpecOptions = {},
): string {
  const numbers = Array.from({ length: requirements }, (_, index) => index + 1);
  return `# ${id}: ${sentence(random, 4).slice(4, -1)}

| Field | Value |
|-------|-------|
| ID | ${id} |
| Status | In Progress |
| Priority | P1 |
| Release | 1.4.0 |

## Background

${sentence(random, prose)}

## Requirements

${numbers.map((n) => `### R${n}: ${words[n % words.length]} (MUST)\n\nThe client MUST keep it. ${sentence(random, prose)}\n`).join('\n')}
## Acceptance Criteria

${numbers
  .map(
    (n) =>
      `### AC${n}: ${words[(n * 7) % words.length]} (R${n})\n\n- **Given** ${sentence(random, 6)}\n- **When** ${sentence(random, 6)}\n- **Then** ${sentence(random, 6)}\n`,
  )
  .join('\n')}
## Target Call Chain

\`\`\`
page -> store -> localStorage
\`\`\`

## Dependency Surface

| Field | Value |
|-------|-------|
| Depends on | None |
| Provides | cart store |
| Touches | \`src/cart.ts\` |
| Conflict risk | LOW |

## Implementation Steps

| Step | File | Action | Dependencies | Risk |
|------|------|--------|-------------|------|
| 1 | \`src/cart.ts\` | write through | None | Low |

## Security Scope

| Check | Applicable | Reason |
|-------|------------|--------|
| SEC-1 | N/A | nothing secret |

## Out of Scope

- ${sentence(random, 5)}
`;
}

/** The test case document that goes with `generateSpec`. */
function generateTestCase(id: string, random: () => number, scenarios = 4): string {
  const parts = Array.from(
    { length: scenarios },
    (_, index) =>
      `## TC-${index + 1}: ${words[(index * 7) % words.length]} (AC${index + 1}, R${index + 1})\n\n- **Given** ${sentence(random, 6)}\n- **When** ${sentence(random, 6)}\n- **Then** ${sentence(random, 6)}\n`,
  );
  return `# Test Cases: ${id} — ${words[0]}\n\n> Spec: docs/specs/${id}.md\n\n${parts.join('\n')}`;
}

/** The files of a project without mistakes: this many specs, as many test cases, and a board with an entry for each. */
export function generateProject(items: number, seed = 1, options?: SpecOptions): ReadonlyMap<string, string> {
  const random = createRandom(seed);
  const files = new Map<string, string>();
  const ids = Array.from({ length: items }, (_, index) => `STORY-${String(index + 1).padStart(4, '0')}`);
  for (const id of ids) {
    // Items that touch one file would be in each other's way.
    const spec = generateSpec(id, random, options).replaceAll('src/cart.ts', `src/${id}.ts`);
    files.set(`docs/specs/${id}.md`, spec);
    files.set(`docs/test_cases/${id}_case.md`, generateTestCase(id, random, options?.requirements ?? 4));
  }
  const titleOf = (id: string): string => /: (.*)/.exec(files.get(`docs/specs/${id}.md`) ?? '')?.[1] ?? '';
  const entries = ids.map(
    (id) => `### [${id}] ${titleOf(id)}\n> Spec: docs/specs/${id}.md\n\n- [x] Model\n- [ ] View\n`,
  );
  files.set(
    'docs/product/sprint_board.md',
    `# Sprint Board\n\n## 📋 Backlog\n\n## 🔄 In Progress\n\n${entries.join('\n')}\n## ✅ Done\n`,
  );
  return files;
}
