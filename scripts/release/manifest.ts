import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Returns the package.json of a package that we release. It's private, because packages come from a release or an
 * instance and never from a registry. No package of the registry has this scope, so a name can't mean another one.
 */
export function manifest(name: 'server' | 'cli', fields: object): object {
  const { version, license } = readPackage('package.json')
  return { name: `@baton-server/${name}`, version, private: true, license, type: 'module', ...fields }
}

export interface PackageFile {
  name: string
  version: string
  license?: string
  optionalDependencies?: Record<string, string>
}

export function readPackage(file: string): PackageFile {
  return JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')) as PackageFile
}
