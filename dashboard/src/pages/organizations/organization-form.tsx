import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../client.ts'
import { SaveButtons, useEdits } from '../../ui/edits.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { showToast } from '../../ui/toasts.ts'
import { meQuery } from '../../queries.ts'
import { card } from '../settings/section.tsx'
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
    <form
      onSubmit={form.submit}
      noValidate
      aria-label="Settings of the organization"
      className={`mt-6 flex flex-col gap-4 p-5 ${card}`}
    >
      <FormMessage>{edits.message}</FormMessage>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" error={form.errorOf('name')}>
          {(control) => (
            <input
              {...control}
              name="name"
              autoComplete="organization"
              maxLength={120}
              value={shown.name}
              onChange={(event) => edit({ name: event.target.value })}
              className="control"
            />
          )}
        </Field>
        <Field
          label="Address"
          hint="What the API and the CLI call it. Whoever uses the old one must change it."
          error={form.errorOf('slug') ?? edits.taken}
        >
          {(control) => (
            <input
              {...control}
              name="slug"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={60}
              value={shown.slug}
              onChange={(event) => edit({ slug: event.target.value })}
              className="control font-mono"
            />
          )}
        </Field>
      </div>
      <Field
        label="Description"
        hint="What it is about. Agents read it too."
        error={form.errorOf('description')}
      >
        {(control) => (
          <textarea
            {...control}
            name="description"
            rows={3}
            maxLength={20_000}
            value={shown.description}
            onChange={(event) => edit({ description: event.target.value })}
            className="control field-sizing-content max-h-96 min-h-20 resize-none"
          />
        )}
      </Field>
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
      <SaveButtons edits={edits} what="The organization" action="Save settings" />
    </form>
  )
}
