import { Anchor, Stack, Text, Title } from '@mantine/core';
import type { AuditView } from '@newsstand/contract/manage';
import { Link } from 'wouter';
import { formatDay, formatTime } from '../../time/formatMoment.ts';
import { timeZone } from '../../time/here.ts';
import { wallClock } from '../../time/wallClock.ts';
import { useLanguage } from '../../words/LanguageProvider.tsx';
import { auditHref, auditNotes, auditSentence } from './auditSentence.ts';

/** Entries under the days on which they were written. */
export function AuditDays({ entries }: { readonly entries: readonly AuditView[] }) {
  const { language } = useLanguage();
  const days = Map.groupBy(entries, ({ at }) => wallClock(at, timeZone).slice(0, 10));
  return [...days].map(([date, list]) => (
    <Stack key={date} gap={4} component="section">
      <Title order={2} size="h5">
        {formatDay(date, language, true)}
      </Title>
      <ol className="audit-list">
        {list.map((entry) => (
          <Entry key={entry.number} entry={entry} />
        ))}
      </ol>
    </Stack>
  ));
}

function Entry({ entry }: { readonly entry: AuditView }) {
  const { language } = useLanguage();
  const href = auditHref(entry);
  const path = [entry.projectId, entry.target].filter((part) => part !== undefined).join(': ');
  return (
    <li>
      <time dateTime={new Date(entry.at).toISOString()}>{formatTime(entry.at, language, timeZone)}</time>
      <div>
        <Text size="sm">{auditSentence(entry, language)}</Text>
        <Text size="xs" c="dimmed">
          {href === undefined ? (
            path
          ) : (
            <Anchor component={Link} href={href} inherit>
              {path}
            </Anchor>
          )}
          {auditNotes(entry, language).map((note) => ` · ${note}`)}
        </Text>
      </div>
    </li>
  );
}
