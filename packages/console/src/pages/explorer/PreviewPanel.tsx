import { Code, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { MomentInput } from '../../time/MomentInput.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { MomentSlider } from './MomentSlider.tsx';
import { type Question, withValue } from './Question.ts';

type PreviewProps = {
  readonly question: Question;
  readonly error?: string | undefined;
  readonly onChange: (question: Question) => void;
  /** Another moment was chosen: it is to be asked for at once. */
  readonly onMove: (question: Question) => void;
};

/** Chooses the moment for which is asked; or none, which shows everything. */
export function PreviewPanel({ question, error, onChange, onMove }: PreviewProps) {
  const texts = useWords().explorer.preview;
  const { previewAt } = question.values;
  const at = previewAt === undefined ? undefined : Number(previewAt);
  const move = (next: number | undefined) => onMove(withValue(question, 'previewAt', `${next ?? ''}`));
  return (
    <Stack gap="sm">
      <Title order={3} size="h5" mt="xs">
        {texts.title} <Code>previewAt</Code>
      </Title>
      <SegmentedControl
        aria-label={texts.title}
        value={at === undefined ? 'everything' : 'moment'}
        onChange={(choice) =>
          choice === 'moment' ? move(Date.now()) : onChange(withValue(question, 'previewAt', ''))
        }
        data={[
          { value: 'everything', label: texts.everything },
          { value: 'moment', label: texts.moment },
        ]}
      />
      {at === undefined ? (
        <Text size="sm" c="dimmed">
          {texts.everythingHint}
        </Text>
      ) : (
        <>
          <MomentSlider question={question} at={Number.isFinite(at) ? at : Date.now()} onMove={move} />
          <MomentInput
            label={texts.exact}
            value={Number.isFinite(at) ? at : undefined}
            onChange={move}
            error={error}
            isRequired
          />
        </>
      )}
    </Stack>
  );
}
