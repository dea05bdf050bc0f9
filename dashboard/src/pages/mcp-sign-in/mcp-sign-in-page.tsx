import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { isNotFound } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { Loading } from '../../ui/spinner.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { Entrance } from '../accounts/entrance.tsx'
import { ToProjects } from '../accounts/to-projects.tsx'
import { McpDecision } from './mcp-decision.tsx'
import { requestQuery } from './queries.ts'

/** Where a person lets an MCP client in that has sent them here. */
export function McpSignInPage() {
  const { request } = useParams({ from: '/mcp-sign-in/$request' })
  const asked = useQuery(requestQuery(request))
  const me = useQuery(meQuery)
  if (isNotFound(asked.error)) return <Unknown />
  const error = asked.error ?? me.error
  if (error)
    return <Trouble error={error} onRetry={() => void Promise.all([asked.refetch(), me.refetch()])} />
  if (!asked.data || !me.data) return <Loading what="the request" />
  if (me.data.organizations.length === 0) return <NoOrganization />
  return <McpDecision request={request} asked={asked.data} me={me.data} />
}

function Unknown() {
  return (
    <Entrance
      title="This request is not known"
      text="It was answered already, has run out, or was begun in another browser. Start again in the program that sent you here."
    >
      <ToProjects />
    </Entrance>
  )
}

function NoOrganization() {
  return (
    <Entrance
      title="There is nothing to let it into"
      text="You are in no organization. Make one or join one, then start again in the program that sent you here."
    >
      <ToProjects />
    </Entrance>
  )
}
