import { PencilIcon, PlusIcon, Trash2Icon } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MenuChoice, MenuGroup, MenuItem, RowMenu } from '../../../ui/menu.tsx'
import { EditGroup } from './edit-group.tsx'
import { texts } from './texts.ts'
import { type Branch, type Step, loadedEpics, loadedStories, neighborOf } from './tree.ts'
import { useDeleteBranch, useMoveToEpic, useMoveToStory } from './tree-changes.ts'

const { addLine, branchMenu } = texts

interface BranchMenuProps {
  slug: string
  branch: Branch
  onStep: (branch: Branch, step: Step) => void
  /** Adds an item below an epic or a story. */
  onAdd?: () => void
}

export function BranchMenu({ slug, branch, onStep, onAdd }: BranchMenuProps) {
  const remove = useDeleteBranch(slug)
  const [isEditing, setIsEditing] = useState(false)
  const step = (direction: Step, name: string) => (
    <MenuItem
      disabled={neighborOf(branch, direction) === undefined}
      onSelect={() => onStep(branch, direction)}
    >
      {name}
    </MenuItem>
  )
  return (
    <>
      <RowMenu label={branchMenu.label(branch.item.key)}>
        {branch.kind !== 'task' && (
          <MenuItem icon={<PencilIcon />} onSelect={() => setIsEditing(true)}>
            {branchMenu.edit}
          </MenuItem>
        )}
        {onAdd && (
          <MenuItem icon={<PlusIcon />} onSelect={onAdd}>
            {branch.kind === 'epic' ? addLine.story : addLine.task}
          </MenuItem>
        )}
        {step('up', branchMenu.up)}
        {step('down', branchMenu.down)}
        {branch.kind === 'task' && <StoryChoices slug={slug} branch={branch} />}
        {branch.kind === 'story' && <EpicChoices slug={slug} branch={branch} />}
        <div className="mt-1 border-t pt-1">
          <MenuItem icon={<Trash2Icon />} danger onSelect={() => remove.mutate(branch)}>
            {branchMenu.delete}
          </MenuItem>
        </div>
      </RowMenu>
      {isEditing && branch.kind !== 'task' && (
        <EditGroup slug={slug} branch={branch} onClose={() => setIsEditing(false)} />
      )}
    </>
  )
}

/** The stories that a task can move to: those that are loaded. */
function StoryChoices({ slug, branch }: { slug: string; branch: Branch & { kind: 'task' } }) {
  const move = useMoveToStory(slug)
  const { item: task, story: from } = branch
  const stories = loadedStories(useQueryClient(), slug)
  if (stories.length === 0) return null
  return (
    <MenuGroup label={branchMenu.story}>
      {[...stories, null].map((to) => (
        <MenuChoice
          key={to?.key ?? 'none'}
          chosen={to?.key === from?.key}
          onSelect={() => to?.key !== from?.key && move.mutate({ task, from, to })}
        >
          <span className="block truncate">{to?.title ?? branchMenu.noStory}</span>
        </MenuChoice>
      ))}
    </MenuGroup>
  )
}

function EpicChoices({ slug, branch }: { slug: string; branch: Branch & { kind: 'story' } }) {
  const move = useMoveToEpic(slug)
  const { item: story, epic: from } = branch
  const epics = loadedEpics(useQueryClient(), slug)
  if (epics.length < 2) return null
  return (
    <MenuGroup label={branchMenu.epic}>
      {epics.map((to) => (
        <MenuChoice
          key={to.key}
          chosen={to.key === from.key}
          onSelect={() => to.key !== from.key && move.mutate({ story, from, to })}
        >
          <span className="block truncate">{to.title}</span>
        </MenuChoice>
      ))}
    </MenuGroup>
  )
}
