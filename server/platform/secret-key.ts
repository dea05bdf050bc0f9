import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { OperatorError } from './operator-error.ts'

/**
 * Returns the secret key of an embedded instance. Creates the file with mode 600 at the first start. Rejects a start
 * without it once the database has data: a new key would end all login sessions and make stored secrets unreadable.
 */
export function secretKeyInFolder(folder: string, hasData: boolean): string {
  const file = path.join(folder, 'secret.key')
  if (!fs.existsSync(file)) {
    if (hasData) throw new OperatorError(`${path.resolve(file)} is missing. ${howToContinue}`)
    createKey(file)
  }
  const key = fs.readFileSync(file, 'utf8').trim()
  if (key.length < minKeyLength)
    throw new OperatorError(
      `${path.resolve(file)} is damaged: it has ${key.length} of at least ${minKeyLength} characters. ${howToContinue}`,
    )
  return key
}

const howToContinue =
  'Restore the file from a copy, or set SECRET_KEY to its content. If the key is lost, write a new one to the file: ' +
  '"openssl rand -base64 48". Then all users must sign in again, and the secrets of webhooks, repositories and ' +
  'integrations must be entered again.'

// The minimum of SECRET_KEY in config.ts.
const minKeyLength = 32

/** Writes the key under another name first, so that a full disk or a power cut leaves no half-written key. */
function createKey(file: string): void {
  const unfinished = `${file}.new`
  fs.writeFileSync(unfinished, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
  fs.renameSync(unfinished, file)
}
