import type { RoleGrant } from '@newsstand/contract/manage';
import { everyProject } from '@newsstand/contract/manage/plain';
import { type Language, wordsOf } from '../words/languages.ts';

/** The label of a role, as in `Editor: acme`. */
export function roleLabel({ projectId, role }: RoleGrant, language: Language): string {
  const texts = wordsOf(language).roles;
  return texts.in(texts[role], projectId === everyProject ? texts.everyProject : projectId);
}
