import { syncedAgents } from '../domains/agents/sync.ts'
import { syncedAiSessions } from '../domains/ai/ai-sessions/sync.ts'
import { syncedFeatures } from '../domains/features/sync.ts'
import { syncedDecisions } from '../domains/knowledge/decisions/sync.ts'
import { syncedNotes } from '../domains/knowledge/notes/sync.ts'
import { syncedSkills } from '../domains/knowledge/skills/sync.ts'
import { syncedSpecs } from '../domains/knowledge/specs/sync.ts'
import { syncedMemories } from '../domains/memory/memories/sync.ts'
import { syncedSessions } from '../domains/memory/sessions/sync.ts'
import { syncedProjects } from '../domains/projects/sync.ts'
import { syncedEpics } from '../domains/work/epics/sync.ts'
import { syncedStories } from '../domains/work/stories/sync.ts'
import { syncedTasks } from '../domains/work/tasks/sync.ts'
import type { SyncKinds } from '../operations/sync-kind.ts'

// Each kind reads and writes only its own rows, which the type of the list can't express.
export const syncKinds = {
  project: syncedProjects,
  agent: syncedAgents,
  skill: syncedSkills,
  epic: syncedEpics,
  story: syncedStories,
  feature: syncedFeatures,
  task: syncedTasks,
  spec: syncedSpecs,
  decision: syncedDecisions,
  note: syncedNotes,
  session: syncedSessions,
  memory: syncedMemories,
  ai_session: syncedAiSessions,
} as unknown as SyncKinds
