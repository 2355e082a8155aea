import { Alert } from '@mantine/core';
import { useMay } from '../api/SessionProvider.tsx';
import { defineWords } from '../words/defineWords.ts';
import { useWords } from '../words/LanguageProvider.tsx';

const words = defineWords(
  { text: 'You may look at this project, not change it. An owner can make you an editor.' },
  { text: 'このプロジェクトは閲覧のみ可能です。変更するには、オーナーに編集者の役割を頼んでください。' },
);

/** Says to those who may not change a project why nothing of that is offered. */
export function ReadOnlyNote({ projectId }: { readonly projectId: string }) {
  const { text } = useWords(words);
  return useMay('editor', projectId) ? null : <Alert color="gray">{text}</Alert>;
}
