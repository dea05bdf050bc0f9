import { ActionError } from './action-error.ts'
import { maxPathBytes } from './limits.ts'

const maxNameBytes = 255
/** Controls, zero-width and bidirectional characters, private and unassigned ones, and halves of surrogate pairs. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/u
const windowsDevice = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/i

/**
 * Splits a path that is relative to an allowed folder into names, and rejects every spelling that could mean another
 * place. An empty path is the folder itself.
 */
export function splitPath(path: string, platform: NodeJS.Platform = process.platform): string[] {
  if (Buffer.byteLength(path) > maxPathBytes)
    throw new ActionError(`The path is longer than ${maxPathBytes} bytes.`)
  if (hidden.test(path)) throw new ActionError('The path contains invisible characters. Remove them.')
  if (/^[/\\]|^[a-z]:/i.test(path) || path === '~' || path.startsWith('~/'))
    throw new ActionError('The path must be relative to the folder.')
  if (path.includes('\\')) throw new ActionError('The path must use "/" between names, not "\\".')
  const names = path.split('/').filter((name) => name !== '' && name !== '.')
  for (const name of names) checkName(name, platform)
  return names
}

function checkName(name: string, platform: NodeJS.Platform): void {
  // Spaces and dots at the end are ignored by Windows, so ".. " is ".." there.
  if (/^\.\.[. ]*$/.test(name)) throw new ActionError('The path must not contain "..".')
  if (Buffer.byteLength(name) > maxNameBytes)
    throw new ActionError(`A name in the path is longer than ${maxNameBytes} bytes.`)
  if (platform !== 'win32') return
  if (windowsDevice.test(name)) throw new ActionError(`"${name}" is a device on Windows, not a file.`)
  if (/[. ]$/.test(name)) throw new ActionError('A name must not end with a dot or a space on Windows.')
  if (/[:*?"<>|]/.test(name)) throw new ActionError('A name must not contain : * ? " < > or | on Windows.')
}

/** Rejects names that can be read but not written. */
export function checkWritableNames(names: string[], platform: NodeJS.Platform = process.platform): void {
  for (const name of names) {
    if (name !== name.normalize('NFC'))
      throw new ActionError(
        'The path must be in Unicode normal form C, so that no other file looks the same.',
      )
    // Git runs programs that its folder names: hooks, filters and aliases. "git~1" is its short name on Windows.
    if (/^(\.git|git~\d+)$/.test(foldName(name)))
      throw new ActionError('Files in ".git" can\'t be written, because git runs programs that they name.')
    if (platform === 'win32' && /~\d/.test(name))
      throw new ActionError('Short names such as "PROGRA~1" can\'t be written.')
  }
}

/** Returns the same text for all spellings that some file system treats as the same name. */
export function foldName(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replace(/:.*$/, '')
    .replace(/[. ]+$/, '')
}
