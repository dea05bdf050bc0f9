import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Failure, UsageError } from './failures.ts'
import { ownPackage } from './version.ts'

/** Which server, and as whom. */
export interface Settings {
  url: string
  token: string | null
}

/** The instance that served this CLI as /cli.tgz. */
export const defaultUrl = ownPackage().config?.url ?? 'http://localhost:3000'

/** What the environment says, and otherwise what the last login stored. */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const stored = readStored()
  const url = environment.BATON_URL
    ? checkUrl(environment.BATON_URL, 'BATON_URL')
    : (stored.url ?? defaultUrl)
  // A token belongs to the server that gave it: another one must not get to see it.
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
    throw new Failure(`${file} cannot be read. Remove it and log in again. (${String(error)})`)
  }
}

/** Keeps the token of an answer that signs in, and gives the rest of it: the token goes onto no screen. */
export function keepLogin(url: string, { token, access_token, ...rest }: Record<string, unknown>) {
  store({ url, token: String(token ?? access_token) })
  return rest
}

/** Written beside its place and moved there, so that it is whole and nobody else's at every moment. */
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
    throw new UsageError(`${name} must be an address like ${defaultUrl}, not "${text}".`)
  return text.replace(/\/+$/, '')
}
