import { imageUrl } from '../../domains/accounts/profile.ts'
import type { Present } from '../../domains/live/presence.ts'
import type { Connection } from './connection.ts'
import { textFrame } from './frames.ts'
import type { AccessSnapshot } from './access-snapshot.ts'
import type { Topic } from './topics.ts'

// Nobody looks at more faces than these; how many there are in all is told beside.
const mostPeople = 200

interface Somebody {
  name: string
  status: 'online' | 'away'
  place: { project: string; item: string | null } | null
}

/** Who is there, as each may know it: members about everybody, others about who is where they may be too. */
export class PresenceMessages {
  readonly #present: Present[]
  readonly #places: string[]
  readonly #made = new Map<string, { text: string; frame: Buffer }>()

  constructor(present: Present[]) {
    this.#present = present
    this.#places = [...new Set(present.flatMap(({ project_id }) => project_id ?? []))]
  }

  /** Sends what has changed since it was last told. */
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

  /** Whoever sees the same gets the same message. */
  #messageFor(standing: AccessSnapshot, topic: Topic): { text: string; frame: Buffer } {
    const seen = this.#places.filter((id) => standing.seesProject(id))
    const everybody = topic.kind === 'organization' && standing.isMember && standing.bound === null
    const key = `${topic.name} ${everybody} ${topic.kind === 'organization' ? seen.join() : ''}`
    let message = this.#made.get(key)
    if (!message) {
      const text = JSON.stringify(this.#make(topic, new Set(seen), everybody))
      this.#made.set(key, (message = { text, frame: textFrame(text) }))
    }
    return message
  }

  #make({ kind, id, name }: Topic, seen: Set<string>, everybody: boolean) {
    const shown = this.#present.filter(({ project_id }) =>
      kind === 'project' ? project_id === id : everybody || (project_id !== null && seen.has(project_id)),
    )
    const people = gathered(shown, seen, ({ agent_id, user_id }) => (agent_id === null ? user_id : null))
    const agents = gathered(shown, seen, ({ agent_id, user_id }) => agent_id && `${agent_id} ${user_id}`)
    return {
      ...{ type: 'presence', topic: name, total: people.length },
      people: people.slice(0, mostPeople).map(({ row, status, place }) => ({
        user: { id: row.user_id, name: row.name, username: row.username, avatarUrl: imageUrl(row.avatar_id) },
        ...{ status, place },
      })),
      agents: agents.slice(0, mostPeople).map(({ row, status, place }) => ({
        ...{ id: row.agent_id, name: row.agent_name, onBehalfOf: { id: row.user_id, name: row.name } },
        ...{ status, place },
      })),
    }
  }
}

/** Each once, however many connections they have: online if any of these is, and where the last of them is. */
function gathered(rows: Present[], seen: Set<string>, idOf: (row: Present) => string | null) {
  const found = new Map<string, Somebody & { row: Present }>()
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
