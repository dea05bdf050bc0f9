import { useQuery } from '@tanstack/react-query'
import { meQuery } from '../../queries.ts'
import type { Run } from './queries.ts'
import { runTexts } from './run-texts.ts'

/** Returns a function that names a requester: you, another person, or an agent and the person it acts for. */
export function useRequesterName(): (requester: Run['requester']) => string {
  const me = useQuery(meQuery).data?.user.id
  const { you, yourAgent, agentFor } = runTexts.requester
  return ({ id, name, onBehalfOf }) => {
    if (!onBehalfOf) return id === me ? you : name
    return onBehalfOf.id === me ? yourAgent(name) : agentFor(name, onBehalfOf.name)
  }
}
