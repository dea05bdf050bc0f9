import { useQueryClient } from '@tanstack/react-query'
import { read } from '../../read.ts'
import { EditForm, EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { Field } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import type { Organization } from './this-organization.tsx'
import { texts } from './texts.ts'
import { defaultVisibilities } from './visibility.ts'

export function OrganizationForm({ organization }: { organization: Organization }) {
  const cache = useQueryClient()
  const labels = texts.organizationForm
  const edits = useEdits(organization, {
    fields: ['name', 'slug', 'description', 'defaultVisibility'],
    save: async (set) => {
      await write('organizations.update', set, { ifMatch: organization.version })
      showToast({ text: labels.saved })
    },
    refresh: () => cache.refetchQueries(read('organizations.get', {})),
  })
  const { shown, edit } = edits
  const visibility = defaultVisibilities.find(({ value }) => value === shown.defaultVisibility)
  return (
    <EditForm
      edits={edits}
      operation="organizations.update"
      label={labels.label}
      subject={labels.subject}
      action={labels.save}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <EditText edits={edits} name="name" label={labels.name} autoComplete="organization" />
        <EditText edits={edits} name="slug" label={labels.slug} hint={labels.slugHint} isIdentifier />
      </div>
      <EditText
        edits={edits}
        name="description"
        label={labels.description}
        hint={labels.descriptionHint}
        rows={3}
      />
      <Field name="defaultVisibility" label={labels.defaultVisibility} hint={visibility?.description}>
        {(control) => (
          <select
            {...control}
            name="defaultVisibility"
            value={shown.defaultVisibility}
            onChange={(event) =>
              edit({ defaultVisibility: event.target.value as Organization['defaultVisibility'] })
            }
            className="control"
          >
            {defaultVisibilities.map(({ value, name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
    </EditForm>
  )
}
