/** A spec that no rule has anything to say about. */
export function cleanSpec(id = 'STORY-001'): string {
  return `# ${id}: Keep the cart

| Field | Value |
| --- | --- |
| ID | ${id} |
| Status | In Progress |
| Priority | P1 |
| Release | 1.4.0 |

## Background

Shoppers lose their cart when the page reloads.

## Requirements

### R1: Persist the cart (MUST)

The client MUST store the cart in the browser.

## Acceptance Criteria

### AC1: Reload keeps the cart (R1)

- **Given** a cart with one item
- **When** the page is reloaded
- **Then** the item is still there

## Target Call Chain

page → cartStore → localStorage

## Security Scope

| Check | Applicable | Reason |
| --- | --- | --- |
| SEC-1 | N/A | nothing secret |

## Out of Scope

- Carts on the server
`;
}

/** A spec with one error: E004, as its Requirements section holds none. */
export function brokenSpec(id = 'STORY-002'): string {
  return cleanSpec(id)
    .replace(/### R1[^#]*/, 'None yet.\n\n')
    .replace(' (R1)', '');
}
