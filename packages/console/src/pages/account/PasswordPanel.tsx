import { Alert, Button, PasswordInput, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { AskError, ask } from '../../api/ask.ts';
import { useSession } from '../../api/SessionProvider.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Trouble } from '../../parts/Trouble.tsx';
import { useWords } from '../../words/LanguageProvider.tsx';

const fewestCharacters = 12;

/** Changes the own password. */
export function PasswordPanel() {
  const texts = useWords().account;
  const { operatorId } = useSession().operator;
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const changing = useMutation({
    mutationFn: () => ask('/session/password', { method: 'PUT', body: { current, next } }),
    onSuccess() {
      setCurrent('');
      setNext('');
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (next.length >= fewestCharacters) changing.mutate();
  };
  const isWrong = isAbout(changing.error, 'current');
  const isShort = next !== '' && next.length < fewestCharacters;
  const visibilityToggleButtonProps = { 'aria-label': texts.show };
  return (
    <Panel title={texts.password}>
      <form onSubmit={send}>
        <Stack gap="sm">
          {/* For whoever keeps passwords for the operator. */}
          <input type="text" name="username" autoComplete="username" value={operatorId} readOnly hidden />
          <PasswordInput
            label={texts.current}
            value={current}
            onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
            error={isWrong && texts.wrong}
            autoComplete="current-password"
            visibilityToggleButtonProps={visibilityToggleButtonProps}
            required
          />
          <PasswordInput
            label={texts.next}
            description={texts.nextHint}
            value={next}
            onChange={({ currentTarget }) => setNext(currentTarget.value)}
            error={isShort && texts.tooShort}
            autoComplete="new-password"
            maxLength={200}
            visibilityToggleButtonProps={visibilityToggleButtonProps}
            required
          />
          {changing.error && !isWrong && <Trouble error={changing.error} />}
          {changing.isSuccess && (
            <Alert color="green" role="status">
              {texts.changed}
            </Alert>
          )}
          <div>
            <Button type="submit" variant="light" loading={changing.isPending}>
              {texts.change}
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}

/** Whether something was refused because of one member of it. */
function isAbout(error: unknown, member: string): boolean {
  return error instanceof AskError && (error.problem.errors?.some(({ path }) => path === member) ?? false);
}
