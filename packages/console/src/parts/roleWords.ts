import type { RoleGrant } from '@newsstand/contract/manage';
import { everyProject } from '@newsstand/contract/manage/plain';
import { defineWords, type Language } from '../words/defineWords.ts';

/** What roles are called, and what they may do. */
export const roleWords = defineWords(
  {
    viewer: 'Viewer',
    editor: 'Editor',
    owner: 'Owner',
    none: 'No role',
    everyProject: 'All projects',
    about: {
      viewer: 'sees everything',
      editor: 'writes and publishes',
      owner: 'also makes keys, operators and spaces',
    },
    in: (role: string, project: string) => `${role}: ${project}`,
  },
  {
    viewer: '閲覧者',
    editor: '編集者',
    owner: 'オーナー',
    none: 'なし',
    everyProject: 'すべてのプロジェクト',
    about: {
      viewer: 'すべてを閲覧できます',
      editor: '作成と公開ができます',
      owner: 'キー、オペレーター、スペースも管理できます',
    },
    in: (role, project) => `${role}（${project}）`,
  },
);

/** A role in words, as in `Editor: acme`. */
export function roleInWords({ projectId, role }: RoleGrant, language: Language): string {
  const texts = roleWords[language];
  return texts.in(texts[role], projectId === everyProject ? texts.everyProject : projectId);
}
