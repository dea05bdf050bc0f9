import { useState } from 'react'
import { PencilIcon, PlusIcon, TrashIcon } from '../../../ui/icons.tsx'
import { MenuChoice, MenuGroup, MenuItem, RowMenu } from '../../../ui/menu.tsx'
import { EditGroup } from './edit-group.tsx'
import { type Branch, type Step, type Tree, passed } from './tree.ts'
import { useDeleteBranch, useMoveToEpic, useMoveToStory } from './tree-changes.ts'

interface BranchMenuProps {
  tree: Tree
  branch: Branch
  onStep: (branch: Branch, step: Step) => void
  /** Below an epic or a story. */
  onAdd?: () => void
}

/** What can be done with an item of the tree. */
export function BranchMenu({ tree, branch, onStep, onAdd }: BranchMenuProps) {
  const remove = useDeleteBranch(tree.project)
  const [editing, setEditing] = useState(false)
  const step = (way: Step, name: string) => (
    <MenuItem disabled={passed(tree, branch, way) === undefined} onSelect={() => onStep(branch, way)}>
      {name}
    </MenuItem>
  )
  return (
    <>
      <RowMenu label={`What to do with ${branch.item.key}`}>
        {branch.kind !== 'task' && (
          <MenuItem icon={<PencilIcon />} onSelect={() => setEditing(true)}>
            Edit
          </MenuItem>
        )}
        {onAdd && (
          <MenuItem icon={<PlusIcon />} onSelect={onAdd}>
            {branch.kind === 'epic' ? 'Add a story' : 'Add a task'}
          </MenuItem>
        )}
        {step('up', 'Move up')}
        {step('down', 'Move down')}
        {branch.kind === 'task' && <ToStory tree={tree} branch={branch} />}
        {branch.kind === 'story' && <ToEpic tree={tree} branch={branch} />}
        <div className="mt-1 border-t pt-1">
          <MenuItem icon={<TrashIcon />} danger onSelect={() => remove.mutate(branch)}>
            Delete
          </MenuItem>
        </div>
      </RowMenu>
      {editing && branch.kind !== 'task' && (
        <EditGroup slug={tree.project} branch={branch} onClose={() => setEditing(false)} />
      )}
    </>
  )
}

function ToStory({ tree, branch }: { tree: Tree; branch: Branch & { kind: 'task' } }) {
  const move = useMoveToStory(tree.project)
  const { item: task, story: from } = branch
  const stories = tree.epics.flatMap((epic) => epic.stories)
  if (stories.length === 0) return null
  return (
    <MenuGroup label="Belongs to">
      {[...stories, null].map((to) => (
        <MenuChoice
          key={to?.key ?? 'none'}
          chosen={to?.key === from?.key}
          onSelect={() => to?.key !== from?.key && move.mutate({ task, from, to })}
        >
          <span className="block truncate">{to?.title ?? 'No story'}</span>
        </MenuChoice>
      ))}
    </MenuGroup>
  )
}

function ToEpic({ tree, branch }: { tree: Tree; branch: Branch & { kind: 'story' } }) {
  const move = useMoveToEpic(tree.project)
  const { item: story, epic: from } = branch
  if (tree.epics.length < 2) return null
  return (
    <MenuGroup label="Belongs to">
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
