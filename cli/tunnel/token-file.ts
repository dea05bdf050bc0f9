import fs from 'node:fs'
import path from 'node:path'
import { isFields } from '../cells.ts'
import { Failure, exitCodes } from '../failures.ts'
import { tokenFile } from './places.ts'

/** This machine's place at an instance. The token opens only this tunnel, and is never printed. */
export interface Registration {
  url: string
  tunnel: string
  name: string
  token: string
}

/** Returns the registration, or undefined if this machine has none. Rejects a file that other users can read. */
export function findRegistration(file = tokenFile()): Registration | undefined {
  const text = readPrivately(file)
  if (text === undefined) return undefined
  const stored = parse(text)
  if (!isRegistration(stored))
    throw new Failure(`${file} is damaged. Remove it and run "baton tunnel register" again.`)
  return stored
}

export function readRegistration(): Registration {
  const found = findRegistration()
  if (found) return found
  throw new Failure(
    'This machine isn\'t registered. Run "baton tunnel register", or get a code in the dashboard under Machines and run "baton tunnel claim CODE".',
    exitCodes.notSignedIn,
  )
}

/** Opens the new file before a one-time code is used, so that a full disk or a missing permission doesn't waste the code. */
export function prepareRegistration(file = tokenFile()): {
  save(registration: Registration): void
  discard(): void
} {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const written = `${file}.${process.pid}`
  const handle = fs.openSync(written, 'wx', 0o600)
  return {
    save(registration) {
      fs.writeFileSync(handle, `${JSON.stringify(registration, null, 2)}\n`)
      fs.fsyncSync(handle)
      fs.closeSync(handle)
      fs.renameSync(written, file)
    },
    discard() {
      fs.closeSync(handle)
      fs.rmSync(written)
    },
  }
}

/** Checks the open file, so that it can't be replaced between the check and the read. */
function readPrivately(file: string): string | undefined {
  let handle: number
  try {
    handle = fs.openSync(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Failure(`${file} can't be read. (${String(error)})`)
  }
  try {
    const { mode, uid } = fs.fstatSync(handle)
    // Windows has no such modes. There, the user's folder is private.
    if (process.getuid && uid !== process.getuid())
      throw new Failure(
        `${file} belongs to another user. Remove it and run "baton tunnel register" as yourself.`,
      )
    if (process.getuid && (mode & 0o077) !== 0)
      throw new Failure(
        `Other users of this machine can access ${file}. Run "chmod 600 ${file}". If they could have read it, run "baton tunnel register" for a new token.`,
      )
    return fs.readFileSync(handle, 'utf8')
  } finally {
    fs.closeSync(handle)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isRegistration(value: unknown): value is Registration {
  return (
    isFields(value) && ['url', 'tunnel', 'name', 'token'].every((name) => typeof value[name] === 'string')
  )
}
