import type { ConfiguredPlace } from './defineDocumentKind.js';
import { type DocumentPaths, registeredKinds } from './registry.js';

export type { DocumentPaths };

/**
 * The place of each kind that has one in the configuration.
 *
 * @param placeOf where it is, by the name of its setting and PactKit's own place.
 */
export function documentPaths(placeOf: (setting: string, standard: string) => string): DocumentPaths {
  return Object.fromEntries(
    configuredPlaces.map((place) => [place.setting, placeOf(place.setting, place.default)]),
  ) as DocumentPaths; // one for each setting of a definition, which fromEntries widens
}

/** The settings below `paths` in the configuration. */
export const configuredPlaces: readonly ConfiguredPlace[] = registeredKinds.all.flatMap(({ place }) =>
  place.type === 'file' || place.type === 'folder' ? [place] : [],
);

/** PactKit's own places (formats reference, A2 to A7). */
export const defaultDocumentPaths: DocumentPaths = documentPaths((_, standard) => standard);
