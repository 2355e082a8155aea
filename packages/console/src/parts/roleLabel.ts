import type { HeldRole } from '@newsstand/contract/manage';
import { everyProject } from '@newsstand/contract/manage/plain';
import { type Language, wordsOf } from '../words/languages.ts';

/** The label of a role, as in `Editor: acme › web`, and the provider that it comes from. */
export function roleLabel(grant: HeldRole, language: Language): string {
  const { projectId, spaceId, instanceId, role, provider } = grant;
  const { roles: texts, providers } = wordsOf(language);
  const place = [projectId, spaceId, instanceId].filter((each) => each !== undefined).join(' › ');
  const label = texts.in(texts[role], projectId === everyProject ? texts.everyProject : place);
  return provider === undefined ? label : providers.from(label, provider);
}
