import { childrenOf, childText, type XmlElement } from '../shared/xml/XmlElement.ts';

/** What an entry is, and who could read it. */
export type Standing = {
  /** `entry`; or what Blogger, whose exports are feeds, calls it: `page`, `comment`, `template`, `settings`. */
  readonly kind: string;
  /** 'scheduled' is public from its date on. */
  readonly state: 'public' | 'scheduled' | 'draft' | 'trash';
};

/** Categories of this scheme say what an entry is, and not what it is about. */
export const kindScheme = 'http://schemas.google.com/g/2005#kind';

/** Most feeds hold what is public only. Those of AtomPub, and the exports of Blogger, hold drafts too. */
export function standingOf(element: XmlElement): Standing {
  return { kind: kindOf(element), state: stateOf(element) };
}

function kindOf(element: XmlElement): string {
  const marked = childrenOf(element, 'atom:category')
    .filter(({ attributes }) => attributes.get('scheme') === kindScheme)
    .map(({ attributes }) => /\/kind#(\w+)$/.exec(attributes.get('term') ?? '')?.[1]);
  const kind = childText(element, 'blogger:type').trim() || marked.find((each) => each !== undefined);
  return kind === undefined || /^post$/i.test(kind) ? 'entry' : kind.toLowerCase();
}

const states: ReadonlyMap<string, Standing['state']> = new Map([
  ['', 'public'],
  ['live', 'public'],
  ['scheduled', 'scheduled'],
  ['soft_trashed', 'trash'],
]);

/** What is not known to be public is a draft. */
function stateOf(element: XmlElement): Standing['state'] {
  const drafts = childrenOf(element, 'app:control').map((each) => childText(each, 'app:draft').trim());
  if (drafts.some((each) => each !== '' && each.toLowerCase() !== 'no')) return 'draft';
  return states.get(childText(element, 'blogger:status').trim().toLowerCase()) ?? 'draft';
}
