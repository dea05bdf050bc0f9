import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useHasRole } from '../../my-role.ts'
import { useRead } from '../../read.ts'
import { everyAgentQuery } from '../agents/queries.ts'
import { everybodyQuery } from '../members/queries.ts'
import { texts } from './texts.ts'

/** The fields that contain the id of something else, and how its name is read. */
const names: Record<string, ((props: { id: string }) => string) | undefined> = {
  story: ItemTitle,
  epic: ItemTitle,
  feature: ItemTitle,
  project: ProjectName,
  agent: AgentName,
  skills: SkillName,
  team: TeamName,
  session: SessionTitle,
  assignee: AssigneeName,
}

export const isReference = (field: string): boolean => field in names

/** The name of the item, person or team that a field refers to. */
export function ReferenceName({ field, id }: { field: string; id: string }) {
  const Name = names[field]!
  return <Name id={id} />
}

function ItemTitle({ id }: { id: string }): string {
  return nameOf(useRead('items.find', { item: id }), ({ key, title }) => `${key} ${title}`)
}

function ProjectName({ id }: { id: string }): string {
  return nameOf(useRead('projects.get', { project: id }), ({ name }) => name)
}

function AgentName({ id }: { id: string }): string {
  return nameOf(useRead('agents.get', { agent: id }), ({ name }) => name)
}

function SkillName({ id }: { id: string }): string {
  return nameOf(useRead('skills.get', { skill: id }), ({ name }) => name)
}

function TeamName({ id }: { id: string }): string {
  return nameOf(useRead('teams.get', { team: id }), ({ name }) => name)
}

function SessionTitle({ id }: { id: string }): string {
  return nameOf(useRead('sessions.get', { session: id }), ({ title }) => title)
}

/** Finds a person among the members, or else an agent. */
function AssigneeName({ id }: { id: string }): string {
  const isMember = useHasRole('member')
  const people = useQuery({ ...everybodyQuery, enabled: isMember })
  const person = people.data?.find(({ user }) => user.id === id)?.user.name
  const agents = useQuery({ ...everyAgentQuery, enabled: people.isSuccess && !person })
  return person ?? nameOf(agents, (all) => all.find((agent) => agent.id === id)?.name)
}

function nameOf<Data>(
  { data, isLoading }: Pick<UseQueryResult<Data>, 'data' | 'isLoading'>,
  select: (data: Data) => string | undefined,
): string {
  if (isLoading) return texts.values.loading
  return (data && select(data)) ?? texts.values.notVisible
}
