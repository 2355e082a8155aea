import { Alert, Button, Group, Text } from '@mantine/core';
import { formatNear } from '../../../time/formatMoment.ts';
import { timeZone } from '../../../time/here.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import type { Editing } from './useEditing.ts';

type NoticesProps = {
  readonly editing: Editing;
  readonly tab: string | null;
  readonly onTab: (tab: string) => void;
};

/** What would be lost, were it not said: work of before, and JSON that is not right yet. */
export function Notices({ editing: { work, json }, tab, onTab }: NoticesProps) {
  const texts = useWords().editor;
  const { language } = useLanguage();
  return (
    <>
      {work.keptAt !== undefined && (
        <Notice
          text={texts.kept(formatNear(work.keptAt, Date.now(), language, timeZone))}
          first={[texts.keptRestore, work.restore]}
          second={[texts.keptDrop, work.forget]}
        />
      )}
      {json.fault !== undefined && tab !== 'json' && (
        <Notice
          text={texts.jsonWaits}
          first={[texts.jsonBack, () => onTab('json')]}
          second={[texts.jsonDrop, json.drop]}
        />
      )}
    </>
  );
}

type Choice = readonly [label: string, act: () => void];

function Notice({
  text,
  first,
  second,
}: {
  readonly text: string;
  readonly first: Choice;
  readonly second: Choice;
}) {
  return (
    <Alert color="yellow" role="status" py="xs">
      <Group gap="sm">
        <Text size="sm">{text}</Text>
        <Button size="compact-sm" onClick={first[1]}>
          {first[0]}
        </Button>
        <Button size="compact-sm" variant="default" onClick={second[1]}>
          {second[0]}
        </Button>
      </Group>
    </Alert>
  );
}
