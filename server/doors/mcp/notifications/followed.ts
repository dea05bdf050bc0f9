import { meResource } from '../../../assembly/me.ts'
import { OperationError } from '../../../errors/errors.ts'
import { toOperationError } from '../../../operations/perform.ts'
import type { Query } from '../../../operations/resource.ts'
import type { Followed } from './interests.ts'
import { locate } from '../context/resources.ts'

/** Returns the item at a URI for a subscription, or undefined if the sender can't see it. */
export async function followedAt(query: Query, uri: string): Promise<Followed | undefined> {
  if (uri === meResource.uri) return { kind: meResource.name, id: '' }
  const located = locate(uri)
  if (!located) return undefined
  const { kind, ref, revision } = located
  try {
    const id = kind.findId ? await kind.findId(query, ref) : (await kind.show(query, ref, revision)).id
    return { kind: kind.name, id }
  } catch (error) {
    const rejection = toOperationError(error)
    if (rejection instanceof OperationError && rejection.status < 429) return undefined
    throw error
  }
}
