import {
  BotIcon,
  BoxIcon,
  BrainIcon,
  CheckIcon,
  CircleIcon,
  CircleQuestionMarkIcon,
  ClockIcon,
  FileTextIcon,
  FolderIcon,
  LayersIcon,
  PencilIcon,
  ScrollTextIcon,
  SparkleIcon,
  SplitIcon,
} from 'lucide-react'
import type { ComponentType } from 'react'
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
  task: { names: 'Tasks', name: 'Task', Icon: CircleIcon },
  feature: { names: 'Features', name: 'Feature', Icon: CheckIcon },
  comment: { names: 'Comments', name: 'Comment', Icon: PencilIcon },
  note: { names: 'Notes', name: 'Note', Icon: FileTextIcon },
  decision: { names: 'Decisions', name: 'Decision', Icon: SplitIcon },
  spec: { names: 'Specs', name: 'Spec', Icon: ScrollTextIcon },
  skill: { names: 'Skills', name: 'Skill', Icon: SparkleIcon },
  agent: { names: 'Agents', name: 'Agent', Icon: BotIcon },
  session: { names: 'Sessions', name: 'Session', Icon: ClockIcon },
  memory: { names: 'Memory', name: 'Memory', Icon: BrainIcon },
  doc: { names: 'Handbook', name: 'Handbook', Icon: CircleQuestionMarkIcon },
}

export const searchKinds = Object.keys(styles) as SearchKind[]

export const kindStyle = (kind: SearchKind): KindStyle => styles[kind]
