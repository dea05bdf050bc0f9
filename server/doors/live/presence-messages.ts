import { imageUrl } from '../../operations/image-url.ts'
import type { Present } from '../../database/presence.ts'
import type { Connection } from './connection.ts'
import { textFrame } from './frames.ts'
import type { AccessSnapshot } from './access-snapshot.ts'
import type { Topic } from './topics.ts'

// Limits the size of a message. `total` has the full number.
const maxPeople = 200

interface PresenceEntry {
  name: string
  status: 'online' | 'away'
  place: { project: string; item: string | null } | null
}

/** Builds presence messages. Members see everyone, guests and project-bound credentials only visible projects. */
export class PresenceMessages {
  readonly #present: Present[]
  readonly #projects: string[]
  readonly #cache = new Map<string, { text: string; frame: Buffer }>()

  constructor(present: Present[]) {
    this.#present = present
    this.#projects = [...new Set(present.flatMap(({ project_id }) => project_id ?? []))]
  }

  /** Sends the presence of each topic if it has changed since the last message. */
  sendTo(connection: Connection): void {
    if (connection.isClosed || connection.catchUp) return
    for (const topic of connection.topics) {
      if (topic.kind !== 'organization' && topic.kind !== 'project') continue
      const { text, frame } = this.#messageFor(connection.standing, topic)
      if (topic.presence === text) continue
      topic.presence = text
      connection.write(frame)
    }
  }

  /** Returns a cached message, shared by all users with the same access. */
  #messageFor(standing: AccessSnapshot, topic: Topic): { text: string; frame: Buffer } {
    const seen = this.#projects.filter((id) => standing.seesProject(id))
    const seesEveryone =
      topic.kind === 'organization' && standing.isMember && standing.boundProjectId === null
    const key = `${topic.name} ${seesEveryone} ${topic.kind === 'organization' ? seen.join() : ''}`
    let message = this.#cache.get(key)
    if (!message) {
      const text = JSON.stringify(this.#build(topic, new Set(seen), seesEveryone))
      this.#cache.set(key, (message = { text, frame: textFrame(text) }))
    }
    return message
  }

  #build({ kind, id, name }: Topic, seen: Set<string>, seesEveryone: boolean) {
    const shown = this.#present.filter(({ project_id }) =>
      kind === 'project' ? project_id === id : seesEveryone || (project_id !== null && seen.has(project_id)),
    )
    const people = mergeConnections(shown, seen, ({ agent_id, user_id }) =>
      agent_id === null ? user_id : null,
    )
    const agents = mergeConnections(
      shown,
      seen,
      ({ agent_id, user_id }) => agent_id && `${agent_id} ${user_id}`,
    )
    return {
      type: 'presence',
      topic: name,
      total: people.length,
      people: people.slice(0, maxPeople).map(({ row, status, place }) => ({
        user: { id: row.user_id, name: row.name, username: row.username, avatarUrl: imageUrl(row.avatar_id) },
        status,
        place,
      })),
      agents: agents.slice(0, maxPeople).map(({ row, status, place }) => ({
        id: row.agent_id,
        name: row.agent_name,
        onBehalfOf: { id: row.user_id, name: row.name },
        status,
        place,
      })),
    }
  }
}

/** Merges the connections of each user or agent: online if any is online, at the first visible location. */
function mergeConnections(rows: Present[], seen: Set<string>, idOf: (row: Present) => string | null) {
  const found = new Map<string, PresenceEntry & { row: Present }>()
  for (const row of rows) {
    const id = idOf(row)
    if (id === null) continue
    const place =
      row.project_id !== null && seen.has(row.project_id)
        ? { project: row.project_slug!, item: row.item }
        : null
    const known = found.get(id)
    if (!known) found.set(id, { row, name: row.agent_name ?? row.name, status: row.status, place })
    else {
      if (row.status === 'online') known.status = 'online'
      known.place ??= place
    }
  }
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}
