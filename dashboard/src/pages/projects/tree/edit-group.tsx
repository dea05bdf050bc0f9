import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '../../../client.ts'
import { type ReadOf, read } from '../../../read.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormMessage } from '../../../ui/form-message.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { text, useSubmit } from '../../../ui/submit.ts'
import { LoadError } from '../../../ui/load-error.tsx'
import { write } from '../../../write.ts'
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
  const form = useSubmit(['title', 'description', 'status', 'dueAt'], async (data) => {
    const day = text(data, 'dueAt')
    const set = {
      title: text(data, 'title'),
      description: text(data, 'description'),
      status: text(data, 'status') as GroupStatus,
      dueAt: day ? endOfDay(day) : null,
    }
    const ifMatch = { ifMatch: group.version }
    const { key } = branch.item
    if (branch.kind === 'epic') await write('epics.update', { project: slug, epic: key, ...set }, ifMatch)
    else await write('stories.update', { project: slug, epic: branch.epic.key, story: key, ...set }, ifMatch)
    onClose()
  })
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      <Field label={editGroup.title} error={form.errorOf('title')}>
        {(control) => (
          <input {...control} name="title" defaultValue={group.title} maxLength={300} className="control" />
        )}
      </Field>
      <Field label={editGroup.description} error={form.errorOf('description')}>
        {(control) => (
          <textarea
            {...control}
            name="description"
            defaultValue={group.description}
            rows={4}
            className="control field-sizing-content max-h-80 resize-none"
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={editGroup.status}
          name="status"
          options={Object.entries(groupStatusNames).map(([value, name]) => ({ value, name }))}
          defaultValue={group.status}
          error={form.errorOf('status')}
        />
        <Field label={editGroup.due} error={form.errorOf('dueAt')}>
          {(control) => (
            <input
              {...control}
              type="date"
              name="dueAt"
              defaultValue={group.dueAt ? dayOf(group.dueAt) : ''}
              className="control"
            />
          )}
        </Field>
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{editGroup.cancel}</Button>
        <Button type="submit" kind="primary" busy={form.busy}>
          {editGroup.save}
        </Button>
      </div>
    </form>
  )
}

type Group = OutputOf<'epics.get'> | OutputOf<'stories.get'>

function groupQuery(slug: string, branch: GroupBranch): ReadOf<Group> {
  const { key } = branch.item
  return branch.kind === 'epic'
    ? read('epics.get', { project: slug, epic: key })
    : read('stories.get', { project: slug, epic: branch.epic.key, story: key })
}
