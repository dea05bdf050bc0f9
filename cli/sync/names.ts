import { Problem } from '../../server/assembly/client.ts'
import { isFields, isListOfFields } from '../cells.ts'
import type { Call } from '../connection.ts'
import type { Names } from './file-format.ts'
import type { State } from './state.ts'

const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const refreshMs = 600_000

/** Returns the names of stories, features, agents and members. A name that fits several of them is replaced by the id. */
export function namesIn(state: State): Names {
  const candidates = (name: string): string[] => [
    ...['story', 'feature', 'agent'].flatMap((kind) => state.itemByKey(name, kind)?.id ?? []),
    ...state.people(name),
  ]
  return {
    nameOf(id) {
      const name = state.item(id)?.key ?? state.person(id)
      return name !== undefined && candidates(name).length === 1 ? name : id
    },
    idOf(name) {
      if (isId.test(name)) return name
      const found = candidates(name)
      if (found.length === 0 && name === 'me') return state.meta('user')
      return found.length === 1 ? found[0] : undefined
    },
  }
}

/** Loads the names of the members, if the last time was long ago or a task is assigned to an unknown one. */
export async function learnPeople(state: State, call: Call): Promise<void> {
  const hasUnknown = state
    .dirtyItems()
    .some(
      ({ fields: { assignee } }) =>
        typeof assignee === 'string' && !state.person(assignee) && !state.item(assignee),
    )
  const age = Date.now() - Number(state.meta('peopleAt') ?? 0)
  if (age < (hasUnknown ? refreshMs / 20 : refreshMs)) return
  let cursor: unknown
  do {
    const page = await call('members.list', { limit: 100, ...(cursor ? { cursor } : {}) }).catch(
      (error: unknown) => {
        // A guest can't list the members. Their files show ids.
        if (error instanceof Problem && error.status === 403) return { items: [], nextCursor: null }
        throw error
      },
    )
    const members = isListOfFields(page.items) ? page.items : []
    state.transaction(() => {
      for (const { user } of members)
        if (isFields(user)) state.putPerson(String(user.id), String(user.username))
    })
    cursor = page.nextCursor
  } while (cursor)
  state.setMeta('peopleAt', String(Date.now()))
}
