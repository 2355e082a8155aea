/** What a body says about itself besides its blocks. */
export type BodyDetails = {
  /** The names of the authors. */
  readonly authors: readonly string[];
  /** A short text about it, as plain text. */
  readonly excerpt: string | undefined;
  /** Where it was before it moved: paths, percent-encoded. */
  readonly oldPaths: readonly string[];
};

/** The authors, the excerpt and the old paths of a body. Whatever does not follow the convention is left out. */
export function detailsOf(body: unknown): BodyDetails {
  const members = new Map<string, unknown>(Object.entries(body ?? {}));
  const texts = (name: string): string[] =>
    [members.get(name)]
      .flat()
      .flatMap((each) => (typeof each === 'string' && each.trim() !== '' ? each : []));
  return {
    authors: texts('authors'),
    excerpt: texts('excerpt')[0],
    oldPaths: texts('oldPaths').filter((path) => path.startsWith('/')),
  };
}
