import type { Trashed } from './queries.ts'

export const kindNames: Record<Trashed['kind'], string> = {
  project: 'Project',
  epic: 'Epic',
  story: 'Story',
  task: 'Task',
  feature: 'Feature',
  spec: 'Spec',
  note: 'Note',
  decision: 'Decision',
  repo: 'Repository',
  evidence: 'Evidence',
  comment: 'Comment',
  workflow: 'Workflow',
  skill: 'Skill',
  workspace: 'Workspace',
  agent: 'Agent',
  memory: 'Memory',
  session: 'Session',
  ai_session: 'Conversation',
}

export const trashKinds = Object.keys(kindNames) as Trashed['kind'][]

/** The kinds that belong to a project, and so appear in its trash. */
export const kindsInProject = trashKinds.filter(
  (kind) => !['project', 'skill', 'workflow', 'workspace', 'agent'].includes(kind),
)

export const pluralNames: Record<Trashed['kind'], string> = {
  ...(Object.fromEntries(trashKinds.map((kind) => [kind, `${kindNames[kind]}s`])) as Record<
    Trashed['kind'],
    string
  >),
  story: 'Stories',
  repo: 'Repositories',
  evidence: 'Evidence',
  memory: 'Memory',
}
