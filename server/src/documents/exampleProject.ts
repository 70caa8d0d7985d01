/** A file of the example: its path, with `/`, and its text. */
export interface ExampleFile {
  readonly path: string;
  readonly text: string;
}

const spec = `# STORY-001: Keep the cart after a reload

| Field | Value |
|-------|-------|
| ID | STORY-001 |
| Status | In-Progress |
| Priority | P1 |
| Release | 0.1.0 |

## Background

Readers lose their cart when the page reloads, and one in ten does not fill it again.

## Requirements

### R1: Keep the cart (MUST)

The shop MUST keep the cart of a reader for thirty days.

## Acceptance Criteria

### AC1: A reload keeps the cart (R1)

- **Given** a cart with one copy of "Emma"
- **When** the page is reloaded
- **Then** the cart still holds one copy of "Emma"

## Target Call Chain

App → CartStore.read → localStorage

## Dependency Surface

| Field | Value |
|-------|-------|
| Depends on | None |
| Provides | a cart that lasts |
| Touches | \`shop/cartStore.js\` |
| Conflict risk | LOW |

## Security Scope

| Check | Applicable | Reason |
|-------|------------|--------|
| SEC-1 | N/A | no secrets |

## Out of Scope

- Carts that follow a reader to another device
`;

const testCase = `# Test Cases: STORY-001 — Keep the cart after a reload

## TC-1: A reload keeps the cart (AC1)

- **Given** a cart with one copy of "Emma"
- **When** the page is reloaded
- **Then** the cart still holds one copy of "Emma"
`;

const board = `# Sprint Board

## 📋 Backlog

## 🔄 In Progress

### [STORY-001] Keep the cart after a reload
> Spec: docs/specs/STORY-001.md

- [x] Write the cart to storage
- [ ] Read it back

## ✅ Done
`;

/** A small project with one mistake in it (W006: a Status that is none, with a fix), for people who look around. */
export const exampleProject: readonly ExampleFile[] = [
  { path: 'docs/specs/STORY-001.md', text: spec },
  { path: 'docs/test_cases/STORY-001_case.md', text: testCase },
  { path: 'docs/product/sprint_board.md', text: board },
];
