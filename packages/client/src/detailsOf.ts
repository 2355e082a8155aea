/** What a body says about itself besides its blocks. */
export type BodyDetails = {
  /** The names of the authors. */
  readonly authors: readonly string[];
  /** A short text about it, as plain text. */
  readonly excerpt: string | undefined;
  /** What search engines and social networks show of it, where it is not the excerpt. */
  readonly metaDescription: string | undefined;
  /** Its title on social networks, where it is another one. */
  readonly socialTitle: string | undefined;
  /** The media ID of its picture on social networks, where it is another one. */
  readonly socialPicture: string | undefined;
  /** Where it was before it moved: paths, percent-encoded. */
  readonly oldPaths: readonly string[];
};

/** What a body says about itself. Whatever does not follow the convention is left out. */
export function detailsOf(body: unknown): BodyDetails {
  const members = new Map<string, unknown>(Object.entries(body ?? {}));
  const texts = (name: string): string[] =>
    [members.get(name)]
      .flat()
      .flatMap((each) => (typeof each === 'string' && each.trim() !== '' ? each : []));
  return {
    authors: texts('authors'),
    excerpt: texts('excerpt')[0],
    metaDescription: texts('metaDescription')[0],
    socialTitle: texts('socialTitle')[0],
    socialPicture: mediaIdIn(members.get('socialPicture')),
    oldPaths: texts('oldPaths').filter((path) => path.startsWith('/')),
  };
}

function mediaIdIn(picture: unknown): string | undefined {
  const { mediaId }: { readonly mediaId?: unknown } = Object(picture);
  return typeof mediaId === 'string' ? mediaId : undefined;
}
