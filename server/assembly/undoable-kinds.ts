import type { UndoableKinds } from '../operations/undoable.ts'
import { undoableAgent } from '../domains/agents/kind.ts'
import { undoableComment } from '../domains/work/comments/kind.ts'
import { undoableEpic, undoableFeature, undoableStory } from '../domains/work/items/undoable.ts'
import { undoableDecision } from '../domains/knowledge/decisions/kind.ts'
import { undoableNote } from '../domains/knowledge/notes/kind.ts'
import { undoableSkill } from '../domains/knowledge/skills/kind.ts'
import { undoableSpec } from '../domains/knowledge/specs/kind.ts'
import { undoableMemory } from '../domains/memory/memories/undoable.ts'
import { undoableProject } from '../domains/projects/kind.ts'
import { undoableSession } from '../domains/memory/sessions/undoable.ts'
import { undoableTask } from '../domains/work/tasks/undoable.ts'
import { undoableWorkspace } from '../domains/teams/workspaces/kind.ts'

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
