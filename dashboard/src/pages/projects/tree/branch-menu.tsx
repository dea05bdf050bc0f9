import { PencilIcon, PlusIcon, Trash2Icon } from 'lucide-react'
import { useState } from 'react'
import { MenuChoice, MenuGroup, MenuItem, RowMenu } from '../../../ui/menu.tsx'
import { EditGroup } from './edit-group.tsx'
import { texts } from './texts.ts'
import { type Branch, type Step, type Tree, neighborOf } from './tree.ts'
import { useDeleteBranch, useMoveToEpic, useMoveToStory } from './tree-changes.ts'

const { addLine, branchMenu } = texts

interface BranchMenuProps {
  tree: Tree
  branch: Branch
  onStep: (branch: Branch, step: Step) => void
  /** Adds an item below an epic or a story. */
  onAdd?: () => void
}

export function BranchMenu({ tree, branch, onStep, onAdd }: BranchMenuProps) {
  const remove = useDeleteBranch(tree.project)
  const [isEditing, setIsEditing] = useState(false)
  const step = (direction: Step, name: string) => (
    <MenuItem
      disabled={neighborOf(tree, branch, direction) === undefined}
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
        {branch.kind === 'task' && <StoryChoices tree={tree} branch={branch} />}
        {branch.kind === 'story' && <EpicChoices tree={tree} branch={branch} />}
        <div className="mt-1 border-t pt-1">
          <MenuItem icon={<Trash2Icon />} danger onSelect={() => remove.mutate(branch)}>
            {branchMenu.delete}
          </MenuItem>
        </div>
      </RowMenu>
      {isEditing && branch.kind !== 'task' && (
        <EditGroup slug={tree.project} branch={branch} onClose={() => setIsEditing(false)} />
      )}
    </>
  )
}

function StoryChoices({ tree, branch }: { tree: Tree; branch: Branch & { kind: 'task' } }) {
  const move = useMoveToStory(tree.project)
  const { item: task, story: from } = branch
  const stories = tree.epics.flatMap((epic) => epic.stories)
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

function EpicChoices({ tree, branch }: { tree: Tree; branch: Branch & { kind: 'story' } }) {
  const move = useMoveToEpic(tree.project)
  const { item: story, epic: from } = branch
  if (tree.epics.length < 2) return null
  return (
    <MenuGroup label={branchMenu.epic}>
      {tree.epics.map((to) => (
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
