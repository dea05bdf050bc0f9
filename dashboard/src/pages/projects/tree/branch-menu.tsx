import { PencilIcon, PlusIcon, Trash2Icon } from 'lucide-react'
import { useRef, useState } from 'react'
import { useKeysWhileLoading } from '../../../shortcuts/keys-while-loading.ts'
import { MenuItem, RowMenu } from '../../../ui/menu.tsx'
import { onDemand, useLibrary } from '../../../ui/on-demand.tsx'
import { EditGroup } from './edit-group.tsx'
import { texts } from './texts.ts'
import { type Branch, type Step, neighborOf } from './tree.ts'
import { useDeleteBranch } from './tree-changes.ts'

const { addLine, branchMenu } = texts

// Most visits of a tree move nothing.
const pickerLibrary = onDemand(() => import('./move-picker.tsx'))

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
  const [move, setMove] = useState<Move | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const step = (direction: Step, name: string) => (
    <MenuItem
      disabled={neighborOf(branch, direction) === undefined}
      onSelect={() => onStep(branch, direction)}
    >
      {name}
    </MenuItem>
  )
  return (
    <div ref={place} className="contents">
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
        {branch.kind !== 'epic' && (
          <MenuItem onSelect={() => setMove({ button: place.current!.querySelector('button')! })}>
            {branch.kind === 'task' ? branchMenu.moveToStory : branchMenu.moveToEpic}
          </MenuItem>
        )}
        <div className="mt-1 border-t pt-1">
          <MenuItem icon={<Trash2Icon />} danger onSelect={() => remove.mutate(branch)}>
            {branchMenu.delete}
          </MenuItem>
        </div>
      </RowMenu>
      {isEditing && branch.kind !== 'task' && (
        <EditGroup slug={slug} branch={branch} onClose={() => setIsEditing(false)} />
      )}
      {move && <MovePicker key={move.epic} slug={slug} branch={branch} move={move} onChange={setMove} />}
    </div>
  )
}

interface Move {
  /** The button of the menu. */
  button: HTMLElement
  /** The key of the epic that the user has chosen in a project with many stories. */
  epic?: string
}

interface MovePickerProps {
  slug: string
  branch: Branch
  move: Move
  onChange: (move: Move | null) => void
}

function MovePicker({ slug, branch, move, onChange }: MovePickerProps) {
  const library = useLibrary(pickerLibrary, true)
  const { button, epic } = move
  const onClose = () => onChange(null)
  const keys = useKeysWhileLoading(true, onClose)
  const frame = { slug, anchor: button, keys, onClose, finalFocus: () => button }
  if (!library || branch.kind === 'epic') return null
  if (branch.kind === 'story') return <library.EpicPicker branch={branch} {...frame} />
  return (
    <library.StoryPicker
      branch={branch}
      epic={epic}
      onPickEpic={(chosen) => onChange({ button, epic: chosen })}
      {...frame}
    />
  )
}
