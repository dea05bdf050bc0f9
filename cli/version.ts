import fs from 'node:fs'

interface Package {
  version: string
  config?: { url?: string }
}

export function ownPackage(): Package {
  return JSON.parse(fs.readFileSync(new URL('package.json', import.meta.url), 'utf8')) as Package
}

export function version(): string {
  return ownPackage().version
}

/** How the server knows us by: a person recognises it among their signed-in devices. */
export function userAgent(): string {
  const system = process.platform === 'win32' ? 'Windows' : process.platform
  return `baton-cli/${version()} (${system})`
}
