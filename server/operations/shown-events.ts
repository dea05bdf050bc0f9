import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { NamedOperation } from './registry.ts'
import { operationFiles } from './where.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Returns, for each event pattern, the reads to refetch after a matching event. Clients that cache reads need it.
 * Like every generated file, only `npm run contract` computes it.
 */
export function readsByEvent(served: NamedOperation[]): Record<string, string[]> {
  const files = operationFiles()
  const reads: Record<string, string[]> = {}
  for (const { name, operation } of served) {
    if (!operation.reads) continue
    for (const pattern of operation.shows ?? kindsBeside(files.get(name)!))
      (reads[pattern] ??= []).push(operation.id)
  }
  return sorted(reads)
}

/**
 * Returns the kinds of items that the writes of each domain change. A domain without its own `events.ts` changes the
 * kinds that its reads show.
 */
export function kindsByDomain(served: NamedOperation[]): Record<string, string[]> {
  const files = operationFiles()
  const kinds: Record<string, string[]> = {}
  for (const { name, operation } of served) {
    const own = kindsBeside(files.get(name)!)
    const changed =
      own.length > 0 ? own : (operation.shows ?? []).filter((pattern) => !pattern.startsWith('*'))
    if (changed.length > 0) kinds[operation.id.split('.')[0]!] = [...changed]
  }
  return sorted(kinds)
}

/** Returns the kinds of events that the folder of a file declares. */
function kindsBeside(file: string): string[] {
  const events = path.join(root, path.dirname(file), 'events.ts')
  if (!fs.existsSync(events)) return []
  const types = fs.readFileSync(events, 'utf8').matchAll(/^ {2}'(\w+)\.\w+':/gm)
  return [...new Set([...types].map(([, kind]) => kind!))]
}

function sorted(lists: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(lists).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
