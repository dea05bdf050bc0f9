import fs from 'node:fs'
import { bindingsOf } from './operation.ts'
import { type NamedOperation, operations } from './registry.ts'

/** The file of every operation, read from the one list that names them. */
export function operationFiles(): Map<string, string> {
  const list = fs.readFileSync(new URL('./all.ts', import.meta.url), 'utf8')
  const files = new Map<string, string>()
  for (const [, names, file] of list.matchAll(/export \{([^}]+)\} from '\.\.\/([^']+)'/g)) {
    for (const name of names!.split(',')) if (name.trim()) files.set(name.trim(), `server/${file}`)
  }
  return files
}

/** Finds operations by what a person has at hand: a method and path, a path, a tool, an id, an export. */
export function whereIs(asked: string, among: NamedOperation[] = operations) {
  const files = operationFiles()
  const found = among.filter(({ name, operation }) => {
    if ([name, operation.id, operation.tool].includes(asked)) return true
    return bindingsOf(operation).some(
      (binding) => matches(asked, binding) || matches(asked, binding.split(' ')[1]!),
    )
  })
  // What the path says itself comes before what a parameter would take, as it does when a request is served.
  const exact = found.filter(({ operation }) => bindingsOf(operation).some((binding) => binding === asked))
  return (exact.length > 0 ? exact : found).map(({ name, operation: { id, http, tool } }) => ({
    file: files.get(name)!,
    id,
    http,
    tool,
  }))
}

/** Whatever stands where the path has a parameter fits it: an id, `:slug`, `{slug}`. */
function matches(asked: string, path: string): boolean {
  const pattern = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${pattern}$`, 'i').test(asked)
}
