import type { SelectOption } from '../../ui/select.tsx'
import type { Memory } from './queries.ts'

export type Scope = Memory['scope']
export type Kind = Memory['kind']

export const scopeNames: Record<Scope, string> = {
  agent: 'Agent',
  project: 'Project',
  session: 'Session',
}

export const scopes = Object.keys(scopeNames) as Scope[]

export const scopeOptions: SelectOption<Scope>[] = [
  { value: 'agent', name: 'Agent', description: 'Available to one agent in all its work.' },
  { value: 'project', name: 'Project', description: 'Available to everyone who works in the project.' },
  { value: 'session', name: 'Session', description: 'Available in one session and deleted with it.' },
]

export const kindNames: Record<Kind, string> = {
  fact: 'Fact',
  preference: 'Preference',
  procedure: 'Procedure',
  episode: 'Episode',
  summary: 'Summary',
}

export const kinds = Object.keys(kindNames) as Kind[]

export const kindOptions: SelectOption<Kind>[] = [
  { value: 'fact', name: 'Fact', description: 'Something that is true.' },
  { value: 'preference', name: 'Preference', description: 'How someone wants things done.' },
  { value: 'procedure', name: 'Procedure', description: 'Steps to do something.' },
  { value: 'episode', name: 'Episode', description: 'Something that happened.' },
  { value: 'summary', name: 'Summary', description: 'A short version of longer content.' },
]

/** Returns the name of the agent, project or session: "Builder", "Engine", "Monday's session". */
export function ownerOf({ scope, agent, project, session }: Memory): string {
  const owner = { agent: agent?.name, project: project?.name, session: session?.title }[scope]
  return owner ?? `Deleted ${scope}`
}
