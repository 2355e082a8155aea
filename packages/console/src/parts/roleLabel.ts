import type { RoleGrant } from '@newsstand/contract/manage';
import { everyProject } from '@newsstand/contract/manage/plain';
import { type Language, wordsOf } from '../words/languages.ts';

/** The label of a role, as in `Editor: acme › web`. */
export function roleLabel({ projectId, spaceId, instanceId, role }: RoleGrant, language: Language): string {
  const texts = wordsOf(language).roles;
  const place = [projectId, spaceId, instanceId].filter((each) => each !== undefined).join(' › ');
  return texts.in(texts[role], projectId === everyProject ? texts.everyProject : place);
}
