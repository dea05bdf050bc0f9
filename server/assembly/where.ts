import fs from 'node:fs'
import { toCamelCase, toKebabCase, toSnakeCase } from '../platform/names.ts'

/** An operation with all its names. */
export interface Served {
  /** The name of the export. */
  name: string
  id: string
  tool: string | undefined
  /** The routes, such as `PATCH /api/tasks/:task`, the main one first. */
  bindings: string[]
}

/** Returns the file of every operation, read from all.ts and its parts. */
export function operationFiles(): Map<string, string> {
  const list = [
    './all.ts',
    './all-answers.ts',
    './all-code-hosts.ts',
    './all-instance.ts',
    './all-sign-in.ts',
  ]
    .map((part) => fs.readFileSync(new URL(part, import.meta.url), 'utf8'))
    .join('')
  const files = new Map<string, string>()
  for (const [, names, file] of list.matchAll(/export \{([^}]+)\} from '\.\.\/([^']+)'/g)) {
    for (const name of names!.split(',')) if (name.trim()) files.set(name.trim(), `server/${file}`)
  }
  return files
}

/** Finds operations by a method and path, a path, a tool, an id or an export. */
export function whereIs(query: string, among: Served[] = (known ??= servedByContract())) {
  const files = operationFiles()
  const found = among.filter(
    ({ name, id, tool, bindings }) =>
      [name, id, tool].includes(query) ||
      bindings.some((binding) => matches(query, binding) || matches(query, binding.split(' ')[1]!)),
  )
  // A literal path takes precedence over a parameter, as in request routing.
  const exact = found.filter(({ bindings }) => bindings.includes(query))
  return (exact.length > 0 ? exact : found).map(({ name, id, tool, bindings: [http] }) => ({
    file: files.get(name)!,
    id,
    http,
    tool,
  }))
}

let known: Served[] | undefined

/** Reads the operations from the contract, because importing them would load the whole server. */
function servedByContract(): Served[] {
  const { paths } = readContract('openapi') as Contract
  const tools = new Set((readContract('tools') as { name: string }[]).map(({ name }) => name))
  const bindings = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { operationId, 'x-alias-of': aliasOf }] of Object.entries(methods)) {
      const id = aliasOf ?? operationId
      if (!id) continue
      const binding = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`
      const others = bindings.get(id) ?? []
      bindings.set(id, aliasOf ? [...others, binding] : [binding, ...others])
    }
  }
  return [...operationFiles()].flatMap(([name, file]) => {
    const tool = tools.has(toSnakeCase(name)) ? toSnakeCase(name) : undefined
    const routed = [...bindings.keys()].find((each) => isExportedAs(each, name, file))
    // Some operations are only a tool. The contract lacks their id, so it is derived from the export.
    const id = routed ?? `${toCamelCase(folderOf(file))}.${name}`
    return routed || tool ? [{ name, id, tool, bindings: bindings.get(id) ?? [] }] : []
  })
}

interface Contract {
  paths: Record<string, Record<string, { operationId?: string; 'x-alias-of'?: string }>>
}

function readContract(name: string): unknown {
  return JSON.parse(fs.readFileSync(new URL(`../../contract/${name}.json`, import.meta.url), 'utf8'))
}

/** Returns whether an id belongs to an export: `tasks.create` is createTask in domains/tasks. */
function isExportedAs(id: string, name: string, file: string): boolean {
  const [domain, action] = id.split('.') as [string, string]
  if (folderOf(file) !== toKebabCase(domain) || !name.startsWith(action)) return false
  const noun = name.slice(action.length).toLowerCase()
  const one = domain.replace(/ies$/, 'y').replace(/s$/, '')
  return ['', domain, one, one.replace(/y$/, 'ies')].some((each) => each.toLowerCase() === noun)
}

/** Returns the folder of a domain's file, which is named like the domain: `tasks` for domains/work/tasks/task.ts. */
function folderOf(file: string): string {
  return file.split('/').at(-2)!
}

/** Returns whether a query matches a path. A parameter matches any segment: an id, `:slug`, `{slug}`. */
function matches(query: string, path: string): boolean {
  const pattern = patterns.get(path) ?? patternOf(path)
  patterns.set(path, pattern)
  return pattern.test(query)
}

/** Compiled once, because a test looks up every operation by each of its names. */
const patterns = new Map<string, RegExp>()

function patternOf(path: string): RegExp {
  const pattern = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${pattern}$`, 'i')
}
