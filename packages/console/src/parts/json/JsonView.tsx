import { ActionIcon, Button, Group } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { IconChevronDown, IconChevronRight } from '../../icons/icons.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';
import { useCopy } from '../Snippet.tsx';
import { countLines, type Folding, type JsonLine, jsonLines } from './jsonLines.ts';

const noneToggled: ReadonlySet<string> = new Set();
const open: Folding = { from: Number.POSITIVE_INFINITY, toggled: noneToggled };
/** A list then shows each of its items on one line. */
const folded: Folding = { from: 2, toggled: noneToggled };
const manyLines = 3000;

/** A JSON viewer: coloured, and foldable. Only lines near the viewport are rendered. */
export function JsonView({ value, label }: { readonly value: unknown; readonly label: string }) {
  const texts = useWords().json;
  const [chosen, setChosen] = useState<Folding>();
  const initial = useMemo(() => (countLines(value) > manyLines ? folded : open), [value]);
  const folding = chosen ?? initial;
  const lines = useMemo(() => jsonLines(value, folding), [value, folding]);
  const box = useRef<HTMLElement>(null);
  const whole = useMemo(() => JSON.stringify(value, null, 2), [value]);
  const { state, copy } = useCopy(whole, box);
  const toggle = (path: string) => {
    const toggled = new Set(folding.toggled);
    if (!toggled.delete(path)) toggled.add(path);
    setChosen({ ...folding, toggled });
  };
  return (
    <div className="json">
      <Group gap="xs" mb={6}>
        <Button size="compact-xs" variant="default" onClick={() => setChosen(folded)}>
          {texts.foldAll}
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => setChosen(open)}>
          {texts.unfoldAll}
        </Button>
        <Button size="compact-xs" variant="default" onClick={copy}>
          <span aria-live="polite">{texts[state]}</span>
        </Button>
      </Group>
      <Lines box={box} lines={lines} label={label} onToggle={toggle} />
    </div>
  );
}

type LinesProps = {
  readonly box: RefObject<HTMLElement | null>;
  readonly lines: readonly JsonLine[];
  readonly label: string;
  readonly onToggle: (path: string) => void;
};

function Lines({ box, lines, label, onToggle }: LinesProps) {
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => 22,
    overscan: 20,
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whatever scrolls must be reachable by keyboard.
    <section ref={box} className="json-box" aria-label={label} tabIndex={0}>
      <div className="json-lines" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index];
          return line === undefined ? null : (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className="json-line"
              style={{
                transform: `translateY(${start}px)`,
                paddingInlineStart: `${Math.min(line.depth, 20) + 1.4}em`,
              }}
            >
              <Line line={line} onToggle={onToggle} />
            </div>
          );
        })}
      </div>
    </section>
  );
}

function Line({ line, onToggle }: { readonly line: JsonLine; readonly onToggle: (path: string) => void }) {
  const texts = useWords().json;
  const { part, name, type, text, count, hasComma } = line;
  return (
    <>
      {(part === 'open' || part === 'folded') && <FoldToggle line={line} onToggle={onToggle} />}
      {name !== undefined && (
        <>
          <span className="json-name">{JSON.stringify(name)}</span>:{' '}
        </>
      )}
      <span className={`json-${type}`}>{text}</span>
      {hasComma && ','}
      {part === 'folded' && <span className="json-count">{texts.count(count)}</span>}
    </>
  );
}

function FoldToggle({
  line,
  onToggle,
}: {
  readonly line: JsonLine;
  readonly onToggle: (path: string) => void;
}) {
  const texts = useWords().json;
  const isOpen = line.part === 'open';
  const name = line.path === '' ? texts.root : line.path.slice(1);
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <ActionIcon
      className="json-turner"
      variant="subtle"
      color="gray"
      size={20}
      aria-expanded={isOpen}
      aria-label={isOpen ? texts.fold(name) : texts.unfold(name)}
      onClick={() => onToggle(line.path)}
    >
      <Icon size={14} aria-hidden />
    </ActionIcon>
  );
}
