import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../client.ts'
import { EditForm, EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { Field } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.ts'
import { meQuery } from '../../queries.ts'
import { organizationQuery } from './queries.ts'
import type { Organization } from './this-organization.tsx'
import { defaultVisibilities } from './visibility.ts'

export function OrganizationForm({ organization }: { organization: Organization }) {
  const cache = useQueryClient()
  const edits = useEdits(organization, {
    fields: ['name', 'slug', 'description', 'defaultVisibility'],
    save: async (set) => {
      const saved = await call('organizations.update', set, { ifMatch: organization.version })
      cache.setQueryData(organizationQuery.queryKey, saved)
      void cache.invalidateQueries({ queryKey: meQuery.queryKey })
      showToast({ text: 'The settings are saved.' })
    },
    refresh: () => cache.refetchQueries(organizationQuery),
  })
  const { form, shown, edit } = edits
  const meaning = defaultVisibilities.find(({ value }) => value === shown.defaultVisibility)
  return (
    <EditForm
      edits={edits}
      label="Settings of the organization"
      what="The organization"
      action="Save settings"
      className="mt-6"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <EditText edits={edits} name="name" label="Name" maxLength={120} autoComplete="organization" />
        <EditText
          edits={edits}
          name="slug"
          label="Address"
          hint="What the API and the CLI call it. Whoever uses the old one must change it."
          maxLength={60}
          address
        />
      </div>
      <EditText
        edits={edits}
        name="description"
        label="Description"
        hint="What it is about. Agents read it too."
        maxLength={20_000}
        rows={3}
      />
      <Field
        label="Who sees a new project"
        hint={meaning?.description}
        error={form.errorOf('defaultVisibility')}
      >
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
