import {
  ActionIcon,
  Anchor,
  Button,
  Group,
  Paper,
  Progress,
  Stack,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { Link } from 'wouter';
import { ruleText } from '../../api/localProblem.ts';
import { ApiError } from '../../api/request.ts';
import { IconX } from '../../icons/icons.tsx';
import { useLanguage, useWords } from '../../words/LanguageProvider.tsx';
import { useErrorText } from '../describeError.ts';
import { formatPercent, formatSize } from '../media/formatFile.ts';
import { type UploadEntry, UploadFailed } from './createUploadQueue.ts';
import { uploads, useUploads } from './uploads.ts';

type Props = {
  readonly group: string;
  /** The page of a media item. */
  readonly hrefOf?: (mediaId: string) => string;
};

/** The uploads of a group, and their progress. */
export function UploadPanel({ group, hrefOf }: Props) {
  const texts = useWords().uploads;
  const entries = useUploads(group);
  const done = entries.filter(({ stage }) => stage === 'ready').length;
  if (entries.length === 0) return null;
  return (
    <Paper withBorder p="sm" component="section" aria-label={texts.title}>
      <Group justify="space-between" mb="xs">
        <Text fw={600}>{texts.title}</Text>
        {done > 0 && (
          <Button size="compact-sm" variant="subtle" onClick={() => uploads.clear(group)}>
            {texts.clear}
          </Button>
        )}
      </Group>
      <VisuallyHidden role="status">{texts.summary(done, entries.length)}</VisuallyHidden>
      <Stack gap="xs" mah={320} style={{ overflowY: 'auto' }}>
        {entries.map((entry) => (
          <UploadRow key={entry.id} entry={entry} href={entry.mediaId && hrefOf?.(entry.mediaId)} />
        ))}
      </Stack>
    </Paper>
  );
}

function UploadRow({ entry, href }: { readonly entry: UploadEntry; readonly href: string | undefined }) {
  const texts = useWords().uploads;
  const { id, name, stage } = entry;
  const isFailed = stage === 'failed';
  const isOver = isFailed || stage === 'ready';
  return (
    <div>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Text size="sm" truncate title={name}>
          {name}
        </Text>
        <Group gap={4} wrap="nowrap">
          {href !== undefined && (
            <Anchor component={Link} href={href} size="sm" aria-label={texts.openFile(name)}>
              {texts.open}
            </Anchor>
          )}
          {isFailed && !entry.isHopeless && (
            <Button size="compact-xs" variant="light" onClick={() => uploads.retry(id)}>
              {texts.retry}
            </Button>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={isOver ? texts.dismiss(name) : texts.cancel(name)}
            onClick={() => uploads.remove(id)}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      </Group>
      <UploadProgress entry={entry} />
      {stage === 'duplicate' && <Duplicate entry={entry} />}
    </div>
  );
}

/** Asks what to do with a file that is in the library already. */
function Duplicate({ entry: { id, name, same } }: { readonly entry: UploadEntry }) {
  const texts = useWords().uploads;
  return (
    <Group gap="xs" mt={4}>
      <Button
        size="compact-xs"
        variant="light"
        aria-label={texts.useSameOf(name)}
        onClick={() => uploads.decide(id, false)}
      >
        {texts.useSame(same?.name || (same?.mediaId ?? ''))}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={texts.keepBothOf(name)}
        onClick={() => uploads.decide(id, true)}
      >
        {texts.keepBoth}
      </Button>
    </Group>
  );
}

function UploadProgress({ entry }: { readonly entry: UploadEntry }) {
  const texts = useWords().uploads;
  const { language } = useLanguage();
  const { name, stage, sent, size, fraction } = entry;
  const failureText = useFailureText();
  const part =
    stage === 'processing'
      ? (fraction ?? 1)
      : stage === 'sending'
        ? sent / size
        : stage === 'ready' || stage === 'duplicate'
          ? 1
          : 0;
  const statusText = {
    waiting: texts.waiting,
    sending: texts.sending(formatSize(sent, language), formatSize(size, language)),
    processing:
      entry.waitsFor ??
      (fraction === undefined ? texts.checking : texts.processing(formatPercent(fraction, language))),
    saving: texts.saving,
    ready: texts.ready,
    duplicate: texts.duplicate(entry.same?.name || (entry.same?.mediaId ?? '')),
    failed: entry.isBroken ? texts.broken : failureText(entry.error),
  };
  return (
    <>
      {stage !== 'failed' && (
        <Progress
          value={stage === 'saving' ? 100 : part * 100}
          color={stage === 'ready' ? 'teal' : 'kiosk'}
          animated={stage === 'processing' || stage === 'saving'}
          aria-label={texts.progress(name)}
          size="sm"
        />
      )}
      <Text
        size="xs"
        c={stage === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'}
        style={{ overflowWrap: 'anywhere' }}
      >
        {statusText[stage]}
      </Text>
    </>
  );
}

/** Says why an upload failed, in the language of the console. */
function useFailureText(): (error: unknown) => string {
  const errorText = useErrorText();
  return (error) => {
    if (error instanceof UploadFailed) return error.message;
    const isFull = error instanceof ApiError && error.problem.code === 'disk_full';
    const full = isFull ? ruleText({ rule: 'no_space_for_originals' }) : undefined;
    if (full !== undefined) return full;
    const { title, message, faults } = errorText(error);
    return [title, message, ...faults.map((fault) => fault.message)].join(' ');
  };
}
