import { useQueryClient } from '@tanstack/react-query'
import { type Profile, call } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { SaveButtons, useEdits } from '../../ui/edits.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { showToast } from '../../ui/toasts.ts'
import { showProfile } from './own-profile.tsx'
import { card } from './section.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

export function ProfileForm({ profile }: { profile: Profile }) {
  const cache = useQueryClient()
  const edits = useEdits(profile, {
    fields: ['name', 'username', 'bio', 'timezone'],
    save: async (set) => {
      showProfile(cache, await call('accounts.updateProfile', set, { ifMatch: profile.version }))
      showToast({ text: 'Your profile is saved.' })
    },
    refresh: () => cache.refetchQueries(meQuery),
  })
  const { form, shown, edit } = edits
  return (
    <form
      onSubmit={form.submit}
      noValidate
      aria-label="Profile"
      className={`mt-4 flex flex-col gap-4 p-5 ${card}`}
    >
      <FormMessage>{edits.message}</FormMessage>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" error={form.errorOf('name')}>
          {(control) => (
            <input
              {...control}
              name="name"
              autoComplete="name"
              maxLength={120}
              value={shown.name}
              onChange={(event) => edit({ name: event.target.value })}
              className="control"
            />
          )}
        </Field>
        <Field
          label="Username"
          hint="In public addresses: letters, digits and hyphens."
          error={form.errorOf('username') ?? edits.taken}
        >
          {(control) => (
            <input
              {...control}
              name="username"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              value={shown.username}
              onChange={(event) => edit({ username: event.target.value })}
              className="control"
            />
          )}
        </Field>
      </div>
      <Field label="About you" error={form.errorOf('bio')}>
        {(control) => (
          <textarea
            {...control}
            name="bio"
            rows={2}
            maxLength={500}
            placeholder="What you work on, and what you can be asked about"
            value={shown.bio}
            onChange={(event) => edit({ bio: event.target.value })}
            className="control field-sizing-content min-h-16 resize-none"
          />
        )}
      </Field>
      <TimeZoneField
        value={shown.timezone}
        error={form.errorOf('timezone')}
        onChange={(timezone) => edit({ timezone })}
      />
      <SaveButtons edits={edits} what="Your profile" action="Save profile" />
    </form>
  )
}
