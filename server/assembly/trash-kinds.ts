import { trashedAgent } from '../domains/agents/kind.ts'
import { trashedAiSessions } from '../domains/ai/ai-sessions/trashed-ai-sessions.ts'
import { trashedEvidence } from '../domains/features/evidence/trashed-evidence.ts'
import { trashedWorkflows } from '../domains/features/workflows/trashed-workflows.ts'
import { trashedDecisions } from '../domains/knowledge/decisions/kind.ts'
import { trashedNotes } from '../domains/knowledge/notes/kind.ts'
import { trashedSkills } from '../domains/knowledge/skills/kind.ts'
import { trashedSpecs } from '../domains/knowledge/specs/kind.ts'
import { trashedMemories } from '../domains/memory/memories/trashed-memories.ts'
import { trashedSessions } from '../domains/memory/sessions/trashed-sessions.ts'
import { trashedProjects } from '../domains/projects/kind.ts'
import { trashedRepos } from '../domains/repos/repos.ts'
import { trashedWorkspaces } from '../domains/teams/workspaces/kind.ts'
import { trashedComments } from '../domains/work/comments/kind.ts'
import {
  trashedEpics,
  trashedFeatures,
  trashedStories,
  trashedTasks,
} from '../domains/work/items/trashed-items.ts'
import type { TrashKinds } from '../operations/trash-kind.ts'

// Each kind reads and writes only its own rows, which the type of the list can't express.
export const trashKinds = {
  agent: trashedAgent,
  ai_session: trashedAiSessions,
  comment: trashedComments,
  decision: trashedDecisions,
  epic: trashedEpics,
  evidence: trashedEvidence,
  feature: trashedFeatures,
  memory: trashedMemories,
  note: trashedNotes,
  project: trashedProjects,
  repo: trashedRepos,
  session: trashedSessions,
  skill: trashedSkills,
  spec: trashedSpecs,
  story: trashedStories,
  task: trashedTasks,
  workflow: trashedWorkflows,
  workspace: trashedWorkspaces,
} as unknown as TrashKinds
