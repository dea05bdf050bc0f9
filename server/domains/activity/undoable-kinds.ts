import type { TrashKindName } from '../trash/trash-kinds.ts'
import type { UndoableKind } from './undoable.ts'
import { undoableAgent } from './undoable-agent.ts'
import { undoableComment } from './undoable-comment.ts'
import { undoableEpic, undoableFeature, undoableStory } from './undoable-items.ts'
import { undoableDecision } from './undoable-decision.ts'
import { undoableNote } from './undoable-note.ts'
import { undoableSkill } from './undoable-skill.ts'
import { undoableSpec } from './undoable-spec.ts'
import { undoableMemory } from './undoable-memory.ts'
import { undoableProject } from './undoable-project.ts'
import { undoableSession } from './undoable-session.ts'
import { undoableTask } from './undoable-task.ts'
import { undoableWorkspace } from './undoable-workspace.ts'

/** Kinds whose changes can be undone. Events of all other kinds cannot. */
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
} as unknown as Record<TrashKindName, UndoableKind | undefined>
