import { useQueryClient } from '@tanstack/react-query'
import { type Profile, call } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { EditForm, EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { showToast } from '../../ui/toasts.ts'
import { showProfile } from './own-profile.tsx'
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
  return (
    <EditForm edits={edits} label="Profile" what="Your profile" action="Save profile" className="mt-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <EditText edits={edits} name="name" label="Name" maxLength={120} autoComplete="name" />
        <EditText
          edits={edits}
          name="username"
          label="Username"
          hint="In public addresses: letters, digits and hyphens."
          maxLength={40}
          address
        />
      </div>
      <EditText
        edits={edits}
        name="bio"
        label="About you"
        maxLength={500}
        rows={2}
        placeholder="What you work on, and what you can be asked about"
      />
      <TimeZoneField
        value={edits.shown.timezone}
        error={edits.form.errorOf('timezone')}
        onChange={(timezone) => edits.edit({ timezone })}
      />
    </EditForm>
  )
}
