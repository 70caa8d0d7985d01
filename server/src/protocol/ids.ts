import type { Place } from './place.js';

/** So that editor and server never differ over what an item id is, and in which order ids come. */
export { findItemIds } from '../documents/itemId.js';
export { inItemOrder } from '../trace/itemOrder.js';

/** Request with a `LinePosition`; answers with what is known of the id there, or null if there is none. */
export const lineHoverRequest = 'pactwright/lineHover';

/** Request with a `LinePosition`; answers with the places the id there leads to, or null if there is none. */
export const lineDefinitionRequest = 'pactwright/lineDefinition';

/** Request with `{ uri, item }`; answers with the place an item id in that file leads to, or null for an unknown one. */
export const itemTargetRequest = 'pactwright/itemTarget';

/** Command of the client with (uri, position, locations), all as LSP has them: shows the locations beside the position. */
export const showReferencesCommand = 'pactwright.showReferences';

/** One line of a file that the server has not opened. */
export interface LinePosition {
  readonly uri: string;
  readonly text: string;
  /** In UTF-16 units, zero-based. */
  readonly character: number;
}

export interface LineHover {
  /** The stretch of the line that is explained, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly markdown: string;
}

export interface LineDefinition {
  readonly start: number;
  readonly end: number;
  readonly places: readonly Place[];
}

export interface IdRequests {
  readonly [lineHoverRequest]: { readonly params: LinePosition; readonly answer: LineHover | null };
  readonly [lineDefinitionRequest]: { readonly params: LinePosition; readonly answer: LineDefinition | null };
  readonly [itemTargetRequest]: {
    readonly params: { readonly uri: string; readonly item: string };
    readonly answer: Place | null;
  };
}
