import { Alert, Anchor, Button, Collapse, Group, List, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { BodyFault } from '@newsstand/contract/manage';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ItemShelf } from '../../../api/paths.ts';
import { confirm } from '../../../parts/ConfirmDialog.tsx';
import { useActorName } from '../../../parts/useActorName.ts';
import { formatRelative } from '../../../time/formatDateTime.ts';
import { timeZone } from '../../../time/wallClock.ts';
import { useLanguage, useWords } from '../../../words/LanguageProvider.tsx';
import { fieldLabel } from '../document/fields.ts';
import { merge } from '../document/merge.ts';
import { DiffView } from '../history/DiffView.tsx';
import type { KeptCopy } from './unsavedWork.ts';
import type { Editing } from './useEditing.ts';

type NoticesProps = {
  readonly shelf: ItemShelf;
  readonly editing: Editing;
  readonly tab: string | null;
  readonly onTab: (tab: string) => void;
};

/** Unsaved work from before that is here again or is offered, what somebody else has changed meanwhile, and invalid JSON. */
export function Notices({ shelf, editing, tab, onTab }: NoticesProps) {
  const { work, json } = editing;
  const texts = useWords().editor;
  const page = useWords().itemPage;
  const names = useWords().members;
  const { language } = useLanguage();
  const { offers, news, recovery } = work;
  const nameOf = useActorName();
  const when = (at: number) => formatRelative(at, Date.now(), language, timeZone);
  const listed = (paths: readonly string[]) =>
    [...new Set(paths.map((path) => fieldLabel(path, names)))].join(', ');
  const discard = async (copy: KeptCopy) => {
    if (await confirm({ ...texts.discardAsk, cancel: texts.cancel })) work.discardOffer(copy);
  };
  return (
    <>
      {offers.map((copy) => (
        <Offer
          key={copy.id}
          {...{ shelf, editing, copy }}
          when={when(copy.at)}
          onDiscard={() => void discard(copy)}
        />
      ))}
      {recovery !== undefined && (
        <Notice
          color="blue"
          text={texts.recovered(when(recovery.at), listed(recovery.paths))}
          choices={[
            [page.newsOk, work.dismissRecovery],
            [texts.undoRecovery, work.undoRecovery],
          ]}
        >
          <DiffView space={shelf} before={recovery.before} after={recovery.after} />
        </Notice>
      )}
      {news !== undefined && (
        <Notice
          color="blue"
          text={page.news(news.by === undefined ? page.somebody : nameOf(news.by), listed(news.paths))}
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

type OfferProps = {
  readonly shelf: ItemShelf;
  readonly editing: Editing;
  readonly copy: KeptCopy;
  readonly when: string;
  readonly onDiscard: () => void;
};

/** Unsaved work of an earlier visit: where something newer is in the same places, both are compared first. */
function Offer({ shelf, editing, copy, when, onDiscard }: OfferProps) {
  const texts = useWords().editor;
  const { document, baseOf } = editing.work;
  const { document: merged, conflicts } = merge(baseOf(copy), document, copy.document);
  const take: Choice =
    conflicts.length > 0
      ? [texts.compareWork, () => editing.review(copy)]
      : [texts.restoreWork, () => editing.takeCopy(copy, editing.work.base, merged)];
  return (
    <Notice
      text={conflicts.length > 0 ? texts.unsavedAndNewer(when) : texts.unsavedWork(when)}
      choices={[take, [texts.discardWork, onDiscard]]}
    >
      <DiffView space={shelf} before={document} after={merged} />
    </Notice>
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
