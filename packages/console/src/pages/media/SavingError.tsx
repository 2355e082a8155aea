import { Alert, Button, Group } from '@mantine/core';
import type { ManagedItem } from '@newsstand/contract/manage';
import { ErrorAlert } from '../../parts/ErrorAlert.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { newerMedia } from './useMediaChange.ts';

type Props = {
  readonly change: { readonly error: unknown; readonly reset: () => void };
  /** Gives up what was changed here, for what somebody else has written. */
  readonly onTheirs: (theirs: ManagedItem<'media'>) => void;
  /** Saves once more, over what somebody else has written. */
  readonly onMine: (etag: string) => void;
};

/** Why something was not saved; where somebody else was faster, what can be done about it. */
export function SavingError({ change, onTheirs, onMine }: Props) {
  const texts = useWords().mediaDetails;
  const { error } = change;
  const theirs = newerMedia(error);
  if (error === null || error === undefined) return null;
  if (theirs === undefined) return <ErrorAlert error={error} />;
  const takeTheirs = () => {
    change.reset();
    onTheirs(theirs);
  };
  return (
    <Alert color="orange" role="alert" title={texts.conflict}>
      <Group>
        <Button size="xs" variant="default" onClick={takeTheirs}>
          {texts.takeTheirs}
        </Button>
        <Button size="xs" variant="light" color="orange" onClick={() => onMine(theirs.etag)}>
          {texts.saveMine}
        </Button>
      </Group>
    </Alert>
  );
}
