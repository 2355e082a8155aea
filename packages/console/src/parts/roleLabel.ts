import type { HeldRole, Place } from '@newsstand/contract/manage';
import { everyProject } from '@newsstand/contract/manage/plain';
import { type Language, wordsOf } from '../words/languages.ts';

/** The label of a role, as in `Editor: acme › web`, and the provider that it comes from. */
export function roleLabel(grant: HeldRole, language: Language): string {
  const { roles: texts, providers } = wordsOf(language);
  const label = texts.in(texts[grant.role], placeLabel(grant, language));
  return grant.provider === undefined ? label : providers.from(label, grant.provider);
}

/** The label of a place, as in `acme › web › press`. */
export function placeLabel({ projectId, spaceId, instanceId }: Place, language: Language): string {
  if (projectId === everyProject) return wordsOf(language).roles.everyProject;
  return [projectId, spaceId, instanceId].filter((each) => each !== undefined).join(' › ');
}

/** Identifies a place, as the value of a choice. */
export function placeKey({ projectId, spaceId, instanceId }: Place): string {
  return [projectId, spaceId, instanceId].filter((each) => each !== undefined).join('/');
}
