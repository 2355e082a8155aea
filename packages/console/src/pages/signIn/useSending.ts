import { type FormEvent, useState } from 'react';
import { ask } from '../../api/ask.ts';

/** Sends a form, and goes on where that worked; tells of what is under way and of what went wrong. */
export function useSending(path: string, target: string) {
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const send = (more: Readonly<Record<string, string>>) => async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { ...more, ...Object.fromEntries(new FormData(event.currentTarget)) };
    setSending(true);
    setError(undefined);
    try {
      await ask(path, { method: 'POST', body });
      location.assign(target);
    } catch (refusal) {
      setError(refusal);
      setSending(false);
    }
  };
  return { isSending, error, send };
}
