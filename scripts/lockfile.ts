import fs from 'node:fs'

/**
 * Corrects package-lock.json. With --check, only checks it.
 *
 * npm writes a lockfile for the machine it runs on when node_modules exists or when the registry lacks a binding. Then
 * `npm ci` fails on every other platform, so this check looks for each native package on each platform we support.
 */
export interface LockedPackage {
  version?: string
  optionalDependencies?: Record<string, string>
  engines?: unknown
  libc?: string[]
  integrity?: string
  link?: boolean
  inBundle?: boolean
}
export type Lockfile = { packages: Record<string, LockedPackage> }

const platforms = [
  { name: 'linux-x64-gnu', os: /linux/, cpu: /x64/, libc: 'glibc' },
  { name: 'linux-arm64-gnu', os: /linux/, cpu: /arm64/, libc: 'glibc' },
  { name: 'linux-x64-musl', os: /linux/, cpu: /x64/, libc: 'musl' },
  { name: 'darwin-arm64', os: /darwin/, cpu: /arm64/ },
  { name: 'darwin-x64', os: /darwin/, cpu: /x64/ },
  { name: 'win32-x64', os: /win32|windows/, cpu: /x64/ },
]

/** Returns each optional platform package that a dependency names and the lockfile lacks. */
export function missingBindings({ packages }: Lockfile): string[] {
  const locked = new Set(Object.keys(packages).map((location) => location.replace(/^.*node_modules\//, '')))
  return Object.entries(packages).flatMap(([location, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).flatMap((name) => {
      const platform = platforms.find(
        ({ os, cpu, libc }) =>
          os.test(name) && cpu.test(name) && (!libc || (libc === 'musl') === name.includes('musl')),
      )
      return platform && !locked.has(name) ? [`${location || 'baton'} needs ${name} on ${platform.name}`] : []
    }),
  )
}

/**
 * Returns each package without a hash, which npm would install unverified. Links lead to folders of the repository, and
 * bundled packages are part of another one.
 */
export function withoutIntegrity({ packages }: Lockfile): string[] {
  return Object.entries(packages)
    .filter(([location, locked]) => location.includes('node_modules/') && !locked.link && !locked.inBundle)
    .filter(([, locked]) => !locked.integrity)
    .map(
      ([location]) => `${location} has no integrity. Remove it from package-lock.json and run "npm install".`,
    )
}

/**
 * Returns the lockfile with two facts that npm can't know. Baton includes its own Node, so npm must not compare a
 * package's `engines` with the Node that runs npm (a false EBADENGINE warning on Node 20). And the Node binaries for
 * Linux need glibc: on Alpine npm must leave them out, so that the installed Node runs Baton.
 */
export function corrected(lockfile: Lockfile): Lockfile {
  const packages = Object.entries(lockfile.packages).map(([location, locked]) => {
    if (!location.includes('node_modules/')) return [location, locked]
    const needsGlibc = /node_modules\/node-linux-(x64|arm64)$/.test(location)
    const fields = Object.entries(locked).filter(
      ([key]) => key !== 'engines' && !(needsGlibc && key === 'libc'),
    )
    // npm sorts the keys, and would rewrite a lockfile that has them in another order.
    if (needsGlibc)
      fields.splice(
        fields.findIndex(([key]) => key === 'license'),
        0,
        ['libc', ['glibc']],
      )
    return [location, Object.fromEntries(fields)]
  })
  return { ...lockfile, packages: Object.fromEntries(packages) as Lockfile['packages'] }
}

if (import.meta.main) {
  const file = new URL('../package-lock.json', import.meta.url)
  const before = fs.readFileSync(file, 'utf8')
  const lockfile = JSON.parse(before) as Lockfile
  const after = `${JSON.stringify(corrected(lockfile), null, 2)}\n`
  const missing = [...missingBindings(lockfile), ...withoutIntegrity(lockfile)]
  if (!process.argv.includes('--check')) fs.writeFileSync(file, after)
  else if (after !== before) missing.push('Run "npm run lockfile" and commit the result.')
  for (const line of missing) console.error(line)
  process.exitCode = missing.length === 0 ? 0 : 1
}
