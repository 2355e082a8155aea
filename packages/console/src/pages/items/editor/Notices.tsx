import { Alert, Anchor, Button, Collapse, Group, List, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { BodyFault } from '@newsstand/contract/manage';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ItemShelf } from '../../../api/paths.ts';
import { formatRelative } from '../../../time/formatDateTime.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { fieldLabel } from '../document/fields.ts';
import { DiffView } from '../history/DiffView.tsx';
import type { Editing } from './useEditing.ts';

type NoticesProps = {
  readonly shelf: ItemShelf;
  readonly editing: Editing;
  readonly tab: string | null;
  readonly onTab: (tab: string) => void;
};

/** Unsaved work from before, what somebody else has changed meanwhile, and invalid JSON. */
export function Notices({ shelf, editing: { work, json }, tab, onTab }: NoticesProps) {
  const texts = useWords().editor;
  const page = useWords().itemPage;
  const names = useWords().members;
  const { language } = useLanguage();
  const { offer, news } = work;
  return (
    <>
      {offer !== undefined && (
        <Notice
          text={texts.unsavedWork(formatRelative(offer.at, Date.now(), language, timeZone))}
          choices={[
            [texts.restoreWork, work.restore],
            [texts.discardWork, work.discardOffer],
          ]}
        >
          <DiffView space={shelf} before={work.document} after={offer.document} />
        </Notice>
      )}
      {news !== undefined && (
        <Notice
          color="blue"
          text={page.news(
            news.by ?? page.somebody,
            [...new Set(news.paths.map((path) => fieldLabel(path, names)))].join(', '),
          )}
          choices={[[page.newsOk, work.dismissNews]]}
        >
          <DiffView space={shelf} before={news.before} after={news.after} />
        </Notice>
      )}
      {json.fault !== undefined && tab !== 'json' && (
        <Notice
          text={texts.jsonInvalid}
          choices={[
            [texts.jsonBack, () => onTab('json')],
            [texts.discardJson, json.discard],
          ]}
        />
      )}
    </>
  );
}

type Choice = readonly [label: string, act: () => void];

type NoticeProps = {
  readonly text: string;
  readonly choices: readonly Choice[];
  readonly color?: string;
  /** The difference, shown on demand. */
  readonly children?: ReactNode;
};

function Notice({ text, choices, color = 'yellow', children }: NoticeProps) {
  const { showDifference } = useWords().itemPage;
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Alert color={color} role="status" py="xs">
      <Group gap="sm">
        <Text size="sm">{text}</Text>
        {choices.map(([label, act], at) => (
          <Button key={label} size="compact-sm" variant={at === 0 ? 'filled' : 'default'} onClick={act}>
            {label}
          </Button>
        ))}
        {children !== undefined && (
          <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={toggle}>
            {showDifference}
          </Button>
        )}
      </Group>
      {children !== undefined && (
        <Collapse expanded={isOpen} mt="sm">
          {isOpen && children}
        </Collapse>
      )}
    </Alert>
  );
}

/** The list of faults, with links to the fields. Gets the focus after a failed save. */
export function FaultSummary({
  faults,
  onGo,
}: {
  readonly faults: readonly BodyFault[];
  readonly onGo: (path: string) => void;
}) {
  const texts = useWords().editor;
  const names = useWords().members;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <Alert ref={box} tabIndex={-1} color="red" title={texts.faults(faults.length)} role="alert">
      <List size="sm">
        {faults.map(({ path, message }) => (
          <List.Item key={`${path} ${message}`}>
            {path === '' ? (
              message
            ) : (
              <Anchor component="button" type="button" size="sm" onClick={() => onGo(path)}>
                {fieldLabel(path, names)}: {message}
              </Anchor>
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
