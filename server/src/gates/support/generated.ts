/** The mark that generators leave (https://pkg.go.dev/cmd/go#hdr-Generate_Go_files_by_processing_source, and `@generated`). */
const mark = /@generated\b|\bgenerated\b.{0,80}\bdo not (?:edit|modify)\b|\bauto-?generated\b/iu;
const head = 2_000;

/** Whether a text says of itself, where it begins, that a program wrote it. */
export function isGenerated(text: string): boolean {
  return mark.test(text.slice(0, head));
}
