import { OperationError } from '../../../operations/errors.ts'
import { toOperationError } from '../../../operations/perform.ts'
import type { Query } from '../context/query.ts'
import type { Followed } from './interests.ts'
import { meUri } from '../context/me.ts'
import { showResource } from '../context/resources.ts'
import type { Sender } from '../sender.ts'

/** Returns the item at a URI for a subscription, or undefined if the sender can't see it. */
export async function followedAt(query: Query, sender: Sender, uri: string): Promise<Followed | undefined> {
  if (uri === meUri) return { kind: 'me', id: '' }
  try {
    // Access to the overview equals access to the project, which loads faster.
    const shown = await showResource(query, sender, uri.replace(/^baton:\/\/overview\//, 'baton://project/'))
    return shown && { kind: new URL(uri).hostname, id: shown.id }
  } catch (error) {
    const rejection = toOperationError(error)
    if (rejection instanceof OperationError && rejection.status < 429) return undefined
    throw error
  }
}
