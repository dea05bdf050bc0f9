/** A failure whose message is for the requester. It never contains an absolute path of the machine. */
export class ActionError extends Error {}

const sentences: Record<string, string> = {
  EACCES: 'The machine denies access to it.',
  EPERM: 'The machine denies access to it.',
  EROFS: 'The disk of the machine is read-only.',
  ENOSPC: 'The disk of the machine is full.',
  EDQUOT: 'The disk quota of the machine is used up.',
  EMFILE: 'The machine has too many open files. Retry later.',
  ENFILE: 'The machine has too many open files. Retry later.',
  EIO: 'The disk of the machine reports an error.',
}

/** Returns the message for the requester. Messages of the system contain absolute paths, so only their code is used. */
export function describeError(error: unknown): string {
  if (error instanceof ActionError) return error.message
  const { code } = error as NodeJS.ErrnoException
  if (typeof code !== 'string') return 'The action failed on the machine.'
  return sentences[code] ?? `The action failed on the machine (${code.replaceAll(/\W/g, '').slice(0, 40)}).`
}
