import { Alert } from '@mantine/core';
import { useMay } from '../api/SessionProvider.tsx';
import { useWords } from '../words/LanguageProvider.tsx';

/** Says to those who may not change a project why nothing of that is offered. */
export function ReadOnlyNote({ projectId }: { readonly projectId: string }) {
  const { text } = useWords().readOnly;
  return useMay('editor', projectId) ? null : <Alert color="gray">{text}</Alert>;
}
