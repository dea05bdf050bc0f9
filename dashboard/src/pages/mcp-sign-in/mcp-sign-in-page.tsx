import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { isNotFound } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { read } from '../../read.ts'
import { Loading } from '../../ui/spinner.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Entrance } from '../accounts/entrance.tsx'
import { ProjectsLink } from '../accounts/projects-link.tsx'
import { McpDecision } from './mcp-decision.tsx'
import { texts } from './texts.ts'

/** Lets a user allow or deny an MCP client that redirected them here. */
export function McpSignInPage() {
  const { request } = useParams({ from: '/mcp-sign-in/$request' })
  const asked = useQuery({ ...read('mcpSignIn.get', { request }), staleTime: Infinity, retry: false })
  const me = useQuery(meQuery)
  if (isNotFound(asked.error)) return <Unknown />
  const error = asked.error ?? me.error
  if (error)
    return <LoadError error={error} onRetry={() => void Promise.all([asked.refetch(), me.refetch()])} />
  if (!asked.data || !me.data) return <Loading noun={texts.mcpSignInPage.loading} />
  if (me.data.organizations.length === 0) return <NoOrganization />
  return <McpDecision request={request} asked={asked.data} me={me.data} />
}

function Unknown() {
  return (
    <Entrance {...texts.mcpSignInPage.unknown}>
      <ProjectsLink />
    </Entrance>
  )
}

function NoOrganization() {
  return (
    <Entrance {...texts.mcpSignInPage.noOrganization}>
      <ProjectsLink />
    </Entrance>
  )
}
