import type { Span } from '../markdown/span.js';
import type { TextEdit } from '../markdown/textEdit.js';
import type { IdTarget } from '../trace/idReferences.js';
import { offerCellValues } from './completionCells.js';
import { offerCitations } from './completionCitations.js';
import { offerItems } from './completionItems.js';
import type { Candidate, CompletionKind, CompletionRequest, Offer } from './completionOffer.js';
import { offerRuleCodes } from './completionRules.js';
import { offerSections } from './completionSections.js';
import { offerSteps } from './completionSteps.js';
import { offerWords } from './completionWords.js';
import { offerYaml } from './completionYaml.js';
import { cursorPlace, quotation } from './cursorPlace.js';
import type { FeatureContext } from './featureContext.js';
import { isSubsequence } from './subsequence.js';

export interface Completion {
  readonly label: string;
  readonly kind: CompletionKind;
  readonly detail?: string;
  /** Markdown; what comes from documents is escaped in it. */
  readonly documentation?: string;
  /** What is described only once it is looked at, by `describeTarget`. */
  readonly about?: IdTarget;
  /** What the editor compares with the text between the edit's start and the cursor. */
  readonly filterText: string;
  /** Orders the list. */
  readonly sortText: string;
  readonly edit: TextEdit;
}

export interface Completions {
  readonly items: readonly Completion[];
  /** Whether there is nothing else that fits; else the editor asks again when more is typed. */
  readonly complete: boolean;
}

/** The characters after which there may be something to offer, besides letters. */
export const completionTriggers: readonly string[] = ['[', '(', '|', '#', ' ', '-', ':', '/', '@', '`'];

/** More is useless in a list; typing narrows it. */
const most = 100;

const nothing: Completions = { items: [], complete: true };

// What is in comments and YAML is looked for first: everywhere else quoted text is left alone.
const offersAnywhere = [offerRuleCodes, offerYaml];
const offersIn = {
  text: [offerSteps, offerSections, offerCellValues, offerCitations, offerItems, offerWords],
  // Paths are in backticks in cells.
  inline: [offerCellValues],
  block: [],
} as const;

/**
 * What may be written at the cursor. The first kind of offer that knows the place is the answer; of it what holds the typed
 * letters in their order, at most a hundred.
 *
 * @param offset of the cursor.
 */
export function complete(context: FeatureContext, offset: number): Completions {
  const { document } = context;
  const place = cursorPlace(document, offset);
  const request: CompletionRequest = { ...context, place };
  const offers = [...offersAnywhere, ...offersIn[quotation(document, place) ?? 'text']];
  for (const offerAt of offers) {
    const offer = offerAt(request);
    if (offer) return choose(offer, document.text.slice(offer.span.start, place.offset));
  }
  return nothing;
}

/** What holds the typed text in one piece comes before what only has its letters; each label once. */
function choose({ span, candidates }: Offer, typed: string): Completions {
  const wanted = typed.toLowerCase();
  const close = new Map<string, Candidate>();
  const far = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const { label, filterText = label, folded = filterText.toLowerCase() } = candidate;
    if (folded.includes(wanted)) {
      if (!close.has(label)) close.set(label, candidate);
    } else if (far.size <= most && isSubsequence(wanted, folded) && !far.has(label)) far.set(label, candidate);
    if (close.size > most) break;
  }
  const found = [...close.values(), ...far.values()];
  return {
    items: found.slice(0, most).map((candidate, index) => toCompletion(candidate, index, span)),
    complete: found.length <= most,
  };
}

function toCompletion(candidate: Candidate, index: number, span: Span): Completion {
  const { label, kind, detail, documentation, about, filterText = label, newText = label } = candidate;
  return {
    label,
    kind,
    ...(detail === undefined ? {} : { detail }),
    ...(documentation ? { documentation: documentation() } : {}),
    ...(about ? { about } : {}),
    filterText,
    sortText: String(index).padStart(4, '0'),
    edit: { span, newText },
  };
}
