import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { ActionError } from '../action-error.ts'
import type { FolderHandle } from '../folder-handle.ts'
import { maxFileBytes } from '../limits.ts'
import { type AllowedFolder, checkRegular, openRegular, quote, writeInside } from '../paths.ts'
import type { Outcome } from './context.ts'

/** A larger file can't be compared with a hash: no action can have read it completely. */
const maxComparedBytes = 16 * 1024 * 1024

/** Replaces a file in one step. All calls are synchronous, so that no other run changes the file after the comparison. */
export function writeFile(
  folder: AllowedFolder,
  input: { path: string; content: string; encoding?: string; ifSha256?: string },
): Outcome {
  const content = decodeContent(input.content, input.encoding)
  return writeInside(folder, input.path, (handle, name) => {
    const existing = fs.lstatSync(handle.at(name), { throwIfNoEntry: false })
    if (existing) checkRegular(existing, input.path)
    if (input.ifSha256 !== undefined) compare(handle, name, input.path, input.ifSha256, existing)
    replace(handle, name, content, existing)
    return { result: { size: content.length, sha256: hashOf(content), created: !existing } }
  })
}

function decodeContent(text: string, encoding = 'utf8'): Buffer {
  if (encoding === 'base64' && !/^[A-Za-z0-9+/]*={0,2}$/.test(text))
    throw new ActionError('"content" must be base64, without line breaks.')
  const content = Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8')
  if (content.length > maxFileBytes) throw new ActionError('"content" must have at most 1 MiB.')
  return content
}

function compare(
  handle: FolderHandle,
  name: string,
  path: string,
  expected: string,
  existing: fs.Stats | undefined,
): void {
  if (expected === '') {
    if (existing) throw new ActionError(`${quote(path)} already exists.`)
    return
  }
  if (!existing) throw new ActionError(`${quote(path)} doesn't exist.`)
  const isSame = existing.size <= maxComparedBytes && expected === hashFile(handle, name, path)
  if (!isSame) throw new ActionError(`${quote(path)} has changed since you read it. Read it again.`)
}

function hashFile(handle: FolderHandle, name: string, path: string): string {
  const descriptor = openRegular(handle, name, path)
  try {
    return hashOf(fs.readFileSync(descriptor))
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Writes a temporary file beside it and renames it: readers see the old or the new content, and no link is followed. */
function replace(handle: FolderHandle, name: string, content: Buffer, existing: fs.Stats | undefined): void {
  const written = `.baton-${randomUUID()}.tmp`
  const { O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW } = fs.constants
  const descriptor = fs.openSync(handle.at(written), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
  try {
    handle.verify(descriptor, written)
    fs.writeFileSync(descriptor, content)
    // Scripts stay executable. Set-user-id bits are dropped.
    if (existing) fs.fchmodSync(descriptor, existing.mode & 0o777)
    fs.fsyncSync(descriptor)
    fs.renameSync(handle.at(written), handle.at(name))
  } catch (error) {
    fs.rmSync(handle.at(written), { force: true })
    throw error
  } finally {
    fs.closeSync(descriptor)
  }
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
