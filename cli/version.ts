import { version } from './embedded.ts'

export { version }

/** Returns the name that the server shows for this program in a user's list of signed-in devices. */
export function userAgent(): string {
  const system = process.platform === 'win32' ? 'Windows' : process.platform
  return `baton-cli/${version} (${system})`
}
