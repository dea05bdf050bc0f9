import { agentResource } from '../domains/agents/kind.ts'
import { decisionResource } from '../domains/knowledge/decisions/kind.ts'
import { featureResource } from '../domains/features/resource.ts'
import { noteResource } from '../domains/knowledge/notes/kind.ts'
import { projectResource } from '../domains/projects/kind.ts'
import { sessionResource } from '../domains/memory/sessions/resource.ts'
import { skillResource } from '../domains/knowledge/skills/kind.ts'
import { specResource } from '../domains/knowledge/specs/kind.ts'
import { machineResource } from '../domains/tunnels/kind.ts'
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
  machineResource,
]

export const resourceKinds: ReadonlyMap<string, ResourceKind> = new Map(
  kinds.map((kind) => [kind.name, kind]),
)
