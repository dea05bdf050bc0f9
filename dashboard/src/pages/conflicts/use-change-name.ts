import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../queries.ts'
import type { Who } from './queries.ts'
import { texts } from './texts.ts'

/** Returns a function that names a change by its author: "Your change" or "Ada's change". */
export function useChangeName(): (who: Who) => string {
  const isMe = useIsMe()
  return (who) => (isMe(who) ? texts.yourChange : texts.changeOf(who.name))
}

/** Returns a function that names the author of a change: "You" or "Ada". */
export function useActorName(): (who: Who) => string {
  const isMe = useIsMe()
  return (who) => (isMe(who) ? texts.you : who.name)
}

function useIsMe(): (who: Who) => boolean {
  const me = useQuery(meQuery).data?.user.id
  return ({ kind, id }) => kind === 'user' && id === me
}
