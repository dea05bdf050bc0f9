import fs from 'node:fs'

interface Package {
  version: string
  config?: { url?: string }
}

/** Reads the manifest at run time: an instance that serves this CLI as /cli.tgz adds its own URL to it. */
export function ownPackage(): Package {
  const manifest: Package = JSON.parse(fs.readFileSync(new URL('package.json', import.meta.url), 'utf8'))
  return manifest
}

export function version(): string {
  return ownPackage().version
}

/** Returns the name that the server shows for this program in a user's list of signed-in devices. */
export function userAgent(): string {
  const system = process.platform === 'win32' ? 'Windows' : process.platform
  return `baton-cli/${version()} (${system})`
}
