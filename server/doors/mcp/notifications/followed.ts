import { OperationError } from '../../../operations/errors.ts'
import { toOperationError } from '../../../operations/perform.ts'
import type { Ask } from '../context/ask.ts'
import type { Followed } from './interests.ts'
import { meUri } from '../context/me.ts'
import { showResource } from '../context/resources.ts'
import type { Sender } from '../sender.ts'

/** What is at an address, if the sender may see it: whoever follows it is told of that from then on. */
export async function followedAt(ask: Ask, sender: Sender, uri: string): Promise<Followed | undefined> {
  if (uri === meUri) return { kind: 'me', id: '' }
  try {
    // Who sees a project sees its overview, which takes longer to make.
    const shown = await showResource(ask, sender, uri.replace(/^baton:\/\/overview\//, 'baton://project/'))
    return shown && { kind: new URL(uri).hostname, id: shown.id }
  } catch (error) {
    const refusal = toOperationError(error)
    if (refusal instanceof OperationError && refusal.status < 429) return undefined
    throw error
  }
}
