import type { TypedKeys } from '../../../shortcuts/keys-while-loading.ts'
import { Picker, type PickerOption } from '../../../ui/picker.tsx'
import { useGroups } from '../../tasks/groups.ts'
import { texts } from './texts.ts'
import type { Branch } from './tree.ts'
import { useMoveToEpic, useMoveToStory } from './tree-changes.ts'

const { movePicker } = texts

type Moved<Kind> = Extract<Branch, { kind: Kind }>

interface MovePickerProps<Kind> {
  slug: string
  branch: Moved<Kind>
  anchor: Element
  keys: TypedKeys
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

interface StoryPickerProps extends MovePickerProps<'task'> {
  /** The key of the epic that the user has chosen. */
  epic: string | undefined
  onPickEpic: (epic: string) => void
}

/** Moves a task to another story. If a project has many stories, the user chooses the epic first. */
export function StoryPicker({ slug, branch, epic, onPickEpic, ...frame }: StoryPickerProps) {
  const move = useMoveToStory(slug)
  const { epics, isPartial, isLoading } = useGroups(slug, { epic })
  const { item: task, story: from } = branch
  if (isLoading) return null
  const noStory = from ? [{ value: '', label: movePicker.noStory }] : []
  const stories = epics.filter(({ key }) => !epic || key === epic).flatMap((each) => each.stories)
  const moveTo = (key: string) => {
    const to = stories.find((story) => story.key === key) ?? null
    if (key !== from?.key) move.mutate({ task, from, to })
  }
  if (isPartial && !epic)
    return (
      <Picker
        key="epic"
        label={movePicker.epicOfStory}
        options={[...epics.map((each) => optionOf(each)), ...noStory]}
        onPick={(key) => (key ? onPickEpic(key) : moveTo(key))}
        {...frame}
      />
    )
  return (
    <Picker
      key="story"
      label={movePicker.story}
      options={[...stories.map((story) => optionOf(story, from)), ...noStory]}
      onPick={moveTo}
      {...frame}
    />
  )
}

/** Moves a story to another epic. */
export function EpicPicker({ slug, branch, ...frame }: MovePickerProps<'story'>) {
  const move = useMoveToEpic(slug)
  const { epics, isLoading } = useGroups(slug)
  const { item: story, epic: from } = branch
  if (isLoading) return null
  return (
    <Picker
      label={movePicker.epic}
      options={epics.map((epic) => optionOf(epic, from))}
      onPick={(key) => {
        const to = epics.find((epic) => epic.key === key)
        if (to && key !== from.key) move.mutate({ story, from, to })
      }}
      {...frame}
    />
  )
}

function optionOf(group: { key: string; title: string }, current?: { key: string } | null): PickerOption {
  return { value: group.key, label: group.title, chosen: group.key === current?.key }
}
