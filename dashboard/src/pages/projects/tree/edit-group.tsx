import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '../../../client.ts'
import { type ReadOf, read } from '../../../read.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogForm } from '../../../ui/form-dialog.tsx'
import { MarkdownTextField } from '../../../ui/editor/markdown-text-field.tsx'
import { TextField } from '../../../ui/form-fields.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { text, textValues } from '../../../ui/submit.ts'
import { LoadError } from '../../../ui/load-error.tsx'
import { write } from '../../../write.ts'
import { ItemConflicts } from '../../conflicts/item-conflicts.tsx'
import { dayOf, endOfDay } from '../../tasks/due-day.tsx'
import { groupStatusNames } from '../../tasks/names.ts'
import { texts } from './texts.ts'
import type { Branch } from './tree.ts'

const { editGroup } = texts

type GroupBranch = Exclude<Branch, { kind: 'task' }>
type GroupStatus = keyof typeof groupStatusNames

/** A dialog to edit an epic or a story. */
export function EditGroup({
  slug,
  branch,
  onClose,
}: {
  slug: string
  branch: GroupBranch
  onClose: () => void
}) {
  const { kind, item } = branch
  const group = useQuery({
    ...groupQuery(slug, branch),
    // Always edit the latest version.
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog title={kind === 'epic' ? editGroup.epic(item.key) : editGroup.story(item.key)} onClose={onClose}>
      <ItemConflicts item={item.id} className="mb-4" />
      {group.data ? (
        <GroupForm slug={slug} branch={branch} group={group.data} onClose={onClose} />
      ) : group.error ? (
        <LoadError error={group.error} onRetry={() => void group.refetch()} />
      ) : (
        <Loading noun={item.key} />
      )}
    </Dialog>
  )
}

interface GroupFormProps {
  slug: string
  branch: GroupBranch
  group: Group
  onClose: () => void
}

function GroupForm({ slug, branch, group, onClose }: GroupFormProps) {
  const [description, setDescription] = useState(group.description)
  async function send(form: FormData): Promise<void> {
    const day = text(form, 'dueAt')
    const set = {
      ...textValues(form, 'title', 'description'),
      status: text(form, 'status') as GroupStatus,
      dueAt: day ? endOfDay(day) : null,
    }
    const ifMatch = { ifMatch: group.version }
    const { key } = branch.item
    if (branch.kind === 'epic') await write('epics.update', { project: slug, epic: key, ...set }, ifMatch)
    else await write('stories.update', { project: slug, epic: branch.epic.key, story: key, ...set }, ifMatch)
  }
  return (
    <DialogForm operation="epics.update" submitLabel={editGroup.save} send={send} onClose={onClose}>
      <TextField name="title" label={editGroup.title} defaultValue={group.title} />
      <MarkdownTextField
        name="description"
        label={editGroup.description}
        value={description}
        maxLength={50_000}
        draft={`description ${group.key}`}
        attachTo={group.key}
        onChange={setDescription}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={editGroup.status}
          name="status"
          options={Object.entries(groupStatusNames).map(([value, name]) => ({ value, name }))}
          defaultValue={group.status}
        />
        <TextField
          name="dueAt"
          label={editGroup.due}
          type="date"
          defaultValue={group.dueAt ? dayOf(group.dueAt) : ''}
        />
      </div>
    </DialogForm>
  )
}

type Group = OutputOf<'epics.get'> | OutputOf<'stories.get'>

function groupQuery(slug: string, branch: GroupBranch): ReadOf<Group> {
  const { key } = branch.item
  return branch.kind === 'epic'
    ? read('epics.get', { project: slug, epic: key })
    : read('stories.get', { project: slug, epic: branch.epic.key, story: key })
}
