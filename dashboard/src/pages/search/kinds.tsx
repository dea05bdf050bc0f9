import type { ComponentType } from 'react'
import {
  AgentIcon,
  BoxIcon,
  CheckIcon,
  DecisionIcon,
  FolderIcon,
  HelpIcon,
  LayersIcon,
  MemoryIcon,
  NoteIcon,
  PencilIcon,
  SessionIcon,
  SkillIcon,
  SpecIcon,
  TaskIcon,
} from '../../ui/icons.tsx'
import type { SearchKind } from './queries.ts'

interface KindStyle {
  /** The plural. */
  names: string
  name: string
  Icon: ComponentType
}

const styles: Record<SearchKind, KindStyle> = {
  project: { names: 'Projects', name: 'Project', Icon: FolderIcon },
  epic: { names: 'Epics', name: 'Epic', Icon: LayersIcon },
  story: { names: 'Stories', name: 'Story', Icon: BoxIcon },
  task: { names: 'Tasks', name: 'Task', Icon: TaskIcon },
  feature: { names: 'Features', name: 'Feature', Icon: CheckIcon },
  comment: { names: 'Comments', name: 'Comment', Icon: PencilIcon },
  note: { names: 'Notes', name: 'Note', Icon: NoteIcon },
  decision: { names: 'Decisions', name: 'Decision', Icon: DecisionIcon },
  spec: { names: 'Specs', name: 'Spec', Icon: SpecIcon },
  skill: { names: 'Skills', name: 'Skill', Icon: SkillIcon },
  agent: { names: 'Agents', name: 'Agent', Icon: AgentIcon },
  session: { names: 'Sessions', name: 'Session', Icon: SessionIcon },
  memory: { names: 'Memory', name: 'Memory', Icon: MemoryIcon },
  doc: { names: 'Handbook', name: 'Handbook', Icon: HelpIcon },
}

export const searchKinds = Object.keys(styles) as SearchKind[]

export const kindStyle = (kind: SearchKind): KindStyle => styles[kind]
