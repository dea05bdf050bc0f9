import { type EventKind, events } from '../database/events.ts'
import { toSnakeCase } from '../platform/names.ts'
import type { NamedOperation } from './registry.ts'

/** The kinds of items that the writes of a domain change, where they aren't named like the domain. */
const ownKinds: Record<string, EventKind[]> = {
  accounts: ['user', 'password', 'identity', 'login'],
  admin: ['user', 'setting', 'login', 'password', 'impersonation', 'team', 'team_member'],
  credentials: ['api_key', 'mcp_token'],
  marketplace: ['marketplace_item', 'skill', 'agent', 'workflow'],
  notifications: ['notification', 'notification_choices'],
  rememberedDevices: ['remembered_device', 'second_factor'],
  secondFactor: ['second_factor', 'recovery_codes', 'remembered_device'],
  workspaces: ['workspace', 'workspace_project', 'workspace_folder'],
}

/**
 * Returns, for each event pattern, the reads to refetch after a matching event. Clients that cache reads need it.
 * Like every generated file, only `npm run contract` computes it.
 */
export function readsByEvent(served: NamedOperation[]): Record<string, string[]> {
  const reads: Record<string, string[]> = {}
  for (const { operation } of served) {
    if (!operation.reads) continue
    for (const pattern of operation.shows ?? kindsOf(domainOf(operation)))
      (reads[pattern] ??= []).push(operation.id)
  }
  return sorted(reads)
}

/**
 * Returns the kinds of items that the writes of each domain change. A domain without its own events changes the
 * kinds that its reads show.
 */
export function kindsByDomain(served: NamedOperation[]): Record<string, string[]> {
  const kinds: Record<string, string[]> = {}
  for (const { operation } of served) {
    const domain = domainOf(operation)
    const own = kindsOf(domain)
    const changed =
      own.length > 0 ? own : (operation.shows ?? []).filter((pattern) => !pattern.startsWith('*'))
    if (changed.length > 0) kinds[domain] = [...changed]
  }
  return sorted(kinds)
}

function domainOf({ id }: NamedOperation['operation']): string {
  return id.split('.')[0]!
}

const knownKinds = new Set(Object.keys(events).map((type) => type.split('.')[0]!))

/** Returns the kinds of a domain: those in the table above, or the one with its name (`tasks` has `task`). */
function kindsOf(domain: string): string[] {
  const name = toSnakeCase(domain)
  const names = [name, name.replace(/s$/, ''), name.replace(/ies$/, 'y')]
  return ownKinds[domain] ?? names.filter((each) => knownKinds.has(each)).slice(0, 1)
}

function sorted(lists: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(lists).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
