import type { SelectOption } from '../../ui/select.tsx'
import type { Memory } from './queries.ts'

/*
 * Memory in the words of the product.
 */
export type Scope = Memory['scope']
export type Kind = Memory['kind']

export const scopeNames: Record<Scope, string> = {
  agent: 'Agent',
  project: 'Project',
  session: 'Session',
}

export const scopes = Object.keys(scopeNames) as Scope[]

export const scopeOptions: SelectOption<Scope>[] = [
  { value: 'agent', name: 'Agent', description: 'One agent knows it, wherever it works.' },
  { value: 'project', name: 'Project', description: 'Everybody who works in the project knows it.' },
  { value: 'session', name: 'Session', description: 'It is known in one session, and goes with it.' },
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
  { value: 'fact', name: 'Fact', description: 'How something is.' },
  { value: 'preference', name: 'Preference', description: 'How somebody wants it.' },
  { value: 'procedure', name: 'Procedure', description: 'How something is done.' },
  { value: 'episode', name: 'Episode', description: 'What happened once.' },
  { value: 'summary', name: 'Summary', description: 'What is left of something longer.' },
]

/** Whose it is: "Builder", "Engine", "Monday's session". */
export function ownerOf({ scope, agent, project, session }: Memory): string {
  const owner = { agent: agent?.name, project: project?.name, session: session?.title }[scope]
  return owner ?? `a ${scope} that is gone`
}
