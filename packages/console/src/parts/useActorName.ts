import { useWords } from '../words/LanguageProvider.tsx';

/** What to call whoever changed something: operators by their sign-in name, and the command line. */
export function useActorName(): (by: string) => string {
  const { commandLine } = useWords().listTable;
  return (by) => (by === 'command line' ? commandLine : by);
}
