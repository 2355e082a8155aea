/** An article as its site names it. */
export type NamedArticle = {
  readonly id: string;
  readonly instanceId: string;
  readonly alias?: string | undefined;
};

/** Where a site shows an article, by a template with `{instance}`, `{alias}` (or else the ID) and `{id}`. */
export function articleAddress(template: string, { id, instanceId, alias }: NamedArticle): string {
  return template
    .replaceAll('{instance}', encodeURIComponent(instanceId))
    .replaceAll('{alias}', encodeURIComponent(alias ?? id))
    .replaceAll('{id}', encodeURIComponent(id));
}
