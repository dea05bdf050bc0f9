import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Failure, UsageError } from './failures.ts'
import { instanceUrl } from './instance.ts'

/** The server, and the token to call it with. */
export interface Settings {
  url: string
  token: string | null
}

export const defaultUrl = instanceUrl() ?? 'http://localhost:3000'

/** Returns the settings from the environment, otherwise from the last login. */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const stored = readStored()
  const url = environment.BATON_URL
    ? checkUrl(environment.BATON_URL, 'BATON_URL')
    : (stored.url ?? defaultUrl)
  // A token is sent only to the server that issued it.
  const own = url === stored.url ? (stored.token ?? null) : null
  return { url, token: environment.BATON_TOKEN || own }
}

export function readStored(): Partial<Settings> {
  const file = configFile()
  if (!fs.existsSync(file)) return {}
  try {
    const stored: Partial<Settings> = JSON.parse(fs.readFileSync(file, 'utf8'))
    return stored
  } catch (error) {
    throw new Failure(`${file} can't be read. Remove it and sign in again. (${String(error)})`)
  }
}

/** Stores the token of a sign-in and returns the other fields: the token is never printed. */
export function storeLogin(url: string, { token, access_token, ...rest }: Record<string, unknown>) {
  store({ url, token: String(token ?? access_token) })
  return rest
}

/** Writes a temporary file and renames it, so that the file is complete and private at every moment. */
export function store(settings: Settings): void {
  const file = configFile()
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const written = `${file}.${process.pid}`
  fs.writeFileSync(written, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  fs.renameSync(written, file)
}

export function configFile(): string {
  return path.join(process.env.XDG_CONFIG_HOME || path.join(os.homedir(), '.config'), 'baton', 'config.json')
}

export function checkUrl(text: string, name: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError(`${name} must be a URL like ${defaultUrl}, not "${text}".`)
  return text.replace(/\/+$/, '')
}
