import type { UndoableKinds } from '../operations/undoable.ts'
import { undoableAgent } from '../domains/agents/undoable.ts'
import { undoableComment } from '../domains/work/comments/undoable.ts'
import { undoableEpic, undoableFeature, undoableStory } from '../domains/work/items/undoable.ts'
import { undoableDecision } from '../domains/knowledge/decisions/undoable.ts'
import { undoableNote } from '../domains/knowledge/notes/undoable.ts'
import { undoableSkill } from '../domains/knowledge/skills/undoable.ts'
import { undoableSpec } from '../domains/knowledge/specs/undoable.ts'
import { undoableMemory } from '../domains/memory/memories/undoable.ts'
import { undoableProject } from '../domains/projects/undoable.ts'
import { undoableSession } from '../domains/memory/sessions/undoable.ts'
import { undoableTask } from '../domains/work/tasks/undoable.ts'
import { undoableWorkspace } from '../domains/teams/workspaces/undoable.ts'

// Each kind reads and writes only its own rows, which the type of the list can't express.
export const undoableKinds = {
  project: undoableProject,
  epic: undoableEpic,
  story: undoableStory,
  task: undoableTask,
  feature: undoableFeature,
  comment: undoableComment,
  decision: undoableDecision,
  note: undoableNote,
  skill: undoableSkill,
  spec: undoableSpec,
  memory: undoableMemory,
  session: undoableSession,
  workspace: undoableWorkspace,
  agent: undoableAgent,
} as unknown as UndoableKinds
