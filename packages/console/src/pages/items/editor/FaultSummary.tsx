import { Alert, Anchor, List } from '@mantine/core';
import type { BodyFault } from '@newsstand/contract/manage';
import { useEffect, useRef } from 'react';
import { useWords } from '../../../words/LanguageProvider.tsx';
import { memberName } from '../memberName.ts';

/** What is not right yet, with the way to each of it. Whoever has tried to save is led here. */
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
                {memberName(path, names)}: {message}
              </Anchor>
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
