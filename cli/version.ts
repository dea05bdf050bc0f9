import fs from 'node:fs'

export function version(): string {
  const text = fs.readFileSync(new URL('package.json', import.meta.url), 'utf8')
  const { version: number }: { version: string } = JSON.parse(text)
  return number
}

/** How the server knows us by: a person recognises it among their signed-in devices. */
export function userAgent(): string {
  const system = process.platform === 'win32' ? 'Windows' : process.platform
  return `baton-cli/${version()} (${system})`
}
