import { Alert, Button, Group } from '@mantine/core';
import type { ManagedItem } from '@newsstand/contract/manage';
import { Trouble } from '../../parts/Trouble.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { detailsWords } from './detailsWords.ts';
import { newerMedia } from './useMediaChange.ts';

type Props = {
  readonly error: unknown;
  /** Gives up what was changed here, for what somebody else has written. */
  readonly onTheirs: (theirs: ManagedItem<'media'>) => void;
  /** Saves once more, over what somebody else has written. */
  readonly onMine: (etag: string) => void;
};

/** Why something was not saved; where somebody else was faster, what can be done about it. */
export function SavingTrouble({ error, onTheirs, onMine }: Props) {
  const texts = useWords(detailsWords);
  const theirs = newerMedia(error);
  if (error === null || error === undefined) return null;
  if (theirs === undefined) return <Trouble error={error} />;
  return (
    <Alert color="orange" role="alert" title={texts.conflict}>
      <Group>
        <Button size="xs" variant="default" onClick={() => onTheirs(theirs)}>
          {texts.takeTheirs}
        </Button>
        <Button size="xs" variant="light" color="orange" onClick={() => onMine(theirs.etag)}>
          {texts.saveMine}
        </Button>
      </Group>
    </Alert>
  );
}
