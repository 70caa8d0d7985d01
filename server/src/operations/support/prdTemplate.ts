import { todo } from '../../documents/toFillIn.js';

/** Where the product requirements document is (formats reference, A10). */
export const prdPath = 'docs/product/prd.md';

const fence = '```';

/**
 * A product requirements document to fill in, with the ten parts of PactKit's (operations reference, C2) and `\n` as line break.
 *
 * @param product its name, one line.
 * @param date of today.
 */
export function newPrdText(product: string, date: string): string {
  return `# Product Requirements: ${product}

- Version: 0.1
- Date: ${date}

## 1. Overview

[What it is, for whom, and which problem it takes away, in three sentences]

## 2. Personas

${persona(1)}

${persona(2)}

## 3. Features

### Epic 1: ${todo}

| Feature | Impact | Effort | Priority | Horizon |
|---------|--------|--------|----------|---------|
| ${todo} | High | Medium | P1 | Now |

## 4. Architecture

[The parts, and what each is responsible for]

${fence}mermaid
graph TD
  user[User] --> app[${todo}]
  app --> store[(${todo})]
${fence}

## 5. Pages and flows

[What a person sees, page by page, and how they get from one to the next]

## 6. Interfaces

| Call | What it is for | Takes | Gives |
|------|----------------|-------|-------|
| ${todo} | ${todo} | ${todo} | ${todo} |

## 7. Qualities

- Speed: ${todo}
- Security and privacy: ${todo}
- Accessibility: ${todo}
- Availability: ${todo}

## 8. How success is measured

| Measure | Today | Goal | By when |
|---------|-------|------|---------|
| ${todo} | ${todo} | ${todo} | ${todo} |

## 9. Roadmap

### Now

- ${todo}

### Next

- ${todo}

### Later

- ${todo}

## 10. What depends on what

${fence}mermaid
graph LR
  first[${todo}] --> second[${todo}]
${fence}
`;
}

function persona(number: number): string {
  return `### Persona ${number}: ${todo}

- Who: [role, and what they know already]
- Job to be done: when [situation], they want to [do something], so that [outcome]
- What prevents that today: ${todo}`;
}
