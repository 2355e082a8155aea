import type { Subprocess } from 'bun';

/**
 * Sends a message to a child process. The channel of one that is ending may be closed before its exit is known here; then
 * the message is dropped, and `onExit` follows. Without this, `send` would throw, which ends the whole service.
 */
export function sendMessage(child: Subprocess, message: unknown): void {
  try {
    child.send(message);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_IPC_CHANNEL_CLOSED')) throw error;
  }
}
