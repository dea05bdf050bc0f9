import fs from 'node:fs'
import path from 'node:path'
import { Writable } from 'node:stream'
import { createLog } from '../server/platform/log.ts'

/*
 * Records every secret that a test sends or receives, and everything that the servers log. After all tests, `npm test`
 * searches the logs for each secret: see scripts/test.ts.
 */
const folder = process.env.TEST_EVIDENCE

/** Field names that hold secrets in bodies, forms and fragments. */
const secretNames =
  /^(token|value|password|current|currentPassword|code|request|ticket|secret|invitation|device_?[cC]ode|user_?[cC]ode|access_token|refresh_token|code_verifier)$/

let secrets: number | undefined

function secretsIn(inFolder: string): number {
  return (secrets ??= fs.openSync(path.join(inFolder, `${process.pid}.secrets`), 'a'))
}

/** Secrets that are in the file already: every request sends the token of its user again. */
const recorded = new Set<string>()

export function recordSecret(secret: string): void {
  // Shorter values are words or numbers that appear in logs for other reasons. Codes have six digits.
  if (!folder || recorded.has(secret) || (secret.length < 12 && !/^\d{6}$/.test(secret))) return
  recorded.add(secret)
  fs.writeSync(secretsIn(folder), `${JSON.stringify(secret)}\n`)
}

/** Log of the servers of this test, at debug level. Silent unless TEST_EVIDENCE is set. */
export const evidenceLog = createLog(
  folder ? 'debug' : 'silent',
  folder ? appendTo(path.join(folder, `${process.pid}.log`)) : undefined,
)

/** Returns a stream that writes synchronously, so that no line is missing when the process ends. */
function appendTo(file: string): Writable {
  const log = fs.openSync(file, 'a')
  const write: Writable['_write'] = (chunk: Buffer, _encoding, done) => {
    fs.writeSync(log, chunk)
    done()
  }
  return new Writable({ write })
}

/** Searches all logs for each secret. */
export function searchLogs(inFolder: string): { secrets: number; lines: number; leaked: string[] } {
  const read = (ending: string) =>
    fs
      .readdirSync(inFolder)
      .filter((name) => name.endsWith(ending))
      .map((name) => fs.readFileSync(path.join(inFolder, name), 'utf8'))
  const secrets = new Set(
    read('.secrets').flatMap((text) =>
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as string),
    ),
  )
  const lines = read('.log').flatMap((text) => text.trim().split('\n'))
  const words = new Set(lines.flatMap((line) => line.match(/\w+/g) ?? []))
  const all = lines.join('\n')
  // A code must match a whole word, because six digits also appear inside longer numbers.
  const codes = [...secrets].filter((secret) => secret.length === 6 && words.has(secret))
  const longer = [...secrets].filter((secret) => secret.length > 6)
  return { secrets: secrets.size, lines: lines.length, leaked: [...codes, ...containedIn(all, longer)] }
}

/** Returns the parts that a text contains. Reads the text once, because it has millions of characters. */
function containedIn(text: string, parts: string[]): string[] {
  const byStart = Map.groupBy(parts, (part) => startAt(part, 0))
  const found = new Set<string>()
  for (let at = 0; at < text.length; at++) {
    for (const part of byStart.get(startAt(text, at)) ?? []) if (text.startsWith(part, at)) found.add(part)
  }
  return [...found]
}

/** Four characters as one number, which a map finds faster than a string. */
function startAt(text: string, at: number): number {
  const pair = (first: number) => (text.charCodeAt(first) << 7) ^ text.charCodeAt(first + 1)
  return (pair(at) << 14) ^ pair(at + 2)
}

function recordSecretsIn(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && secretNames.test(name) && !isId(name, inner)) recordSecret(inner)
    else recordSecretsIn(inner)
  }
}

/** Whether a value is an id instead of a secret: the value of a group of tasks is the id of what they share. */
function isId(name: string, value: string): boolean {
  return name === 'value' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
}

function recordSecretsInJson(text: unknown): void {
  if (typeof text !== 'string' || !text.startsWith('{')) return
  try {
    recordSecretsIn(JSON.parse(text))
  } catch {
    // Ignores invalid JSON, because tests send broken bodies too.
  }
}

const send = globalThis.fetch

async function fetchAndRecord(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await send(input, init)
  for (const cookie of response.headers.getSetCookie()) recordSecret(/=([^;]*)/.exec(cookie)?.[1] ?? '')
  // Credentials of rejected requests are not secrets, and error responses contain none.
  if (!response.ok) return response
  const bearer = new Headers(init?.headers).get('Authorization')
  if (bearer) recordSecret(bearer.replace(/^Bearer /i, ''))
  recordSecretsInJson(init?.body)
  if (/json/.test(response.headers.get('content-type') ?? ''))
    recordSecretsInJson(await response.clone().text())
  return response
}

if (folder) globalThis.fetch = fetchAndRecord
