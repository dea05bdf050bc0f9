/** Baton hashes passwords with crypto.argon2, which Node has from 24.7 on. */
export const oldestNode = '24.7'

/** Returns whether Baton runs on this version of Node, such as 24.21.0. */
export function isSupported(version = '') {
  const [major, minor] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = oldestNode.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}
