import { agentResource } from '../domains/agents/resource.ts'
import { decisionResource } from '../domains/knowledge/decisions/resource.ts'
import { featureResource } from '../domains/features/resource.ts'
import { noteResource } from '../domains/knowledge/notes/resource.ts'
import { projectResource } from '../domains/projects/resource.ts'
import { sessionResource } from '../domains/memory/sessions/resource.ts'
import { skillResource } from '../domains/knowledge/skills/resource.ts'
import { specResource } from '../domains/knowledge/specs/resource.ts'
import { taskResource } from '../domains/work/tasks/resource.ts'
import type { ResourceKind } from '../operations/resource.ts'
import { overviewResource } from './overview.ts'

/** The kinds of MCP resources, in the order of the templates. */
const kinds = [
  projectResource,
  overviewResource,
  taskResource,
  featureResource,
  decisionResource,
  sessionResource,
  agentResource,
  specResource,
  noteResource,
  skillResource,
]

export const resourceKinds: ReadonlyMap<string, ResourceKind> = new Map(
  kinds.map((kind) => [kind.name, kind]),
)
