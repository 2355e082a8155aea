/** To parse, check and write out a document of this many characters takes a few milliseconds. */
const largeDocument = 64 * 1024;

/** Whether readers would notice it if a document of this length were worked on in the thread that delivers. */
export function isLarge(characters: number): boolean {
  return characters > largeDocument;
}
