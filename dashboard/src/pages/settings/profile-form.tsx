import { useQueryClient } from '@tanstack/react-query'
import { type Profile, call } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { EditForm, EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { showToast } from '../../ui/toasts.ts'
import { showProfile } from './own-profile.tsx'
import { texts } from './texts.ts'
import { TimeZoneField } from './time-zone-field.tsx'

export function ProfileForm({ profile }: { profile: Profile }) {
  const cache = useQueryClient()
  const labels = texts.profileForm
  const edits = useEdits(profile, {
    fields: ['name', 'username', 'bio', 'timezone'],
    save: async (set) => {
      showProfile(cache, await call('accounts.updateProfile', set, { ifMatch: profile.version }))
      showToast({ text: labels.saved })
    },
    refresh: () => cache.refetchQueries(meQuery),
  })
  return (
    <EditForm
      edits={edits}
      operation="accounts.updateProfile"
      label={labels.label}
      subject={labels.subject}
      action={labels.save}
      className="mt-4"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <EditText edits={edits} name="name" label={labels.name} autoComplete="name" />
        <EditText
          edits={edits}
          name="username"
          label={labels.username}
          hint={labels.usernameHint}
          isIdentifier
        />
      </div>
      <EditText edits={edits} name="bio" label={labels.bio} rows={2} placeholder={labels.bioPlaceholder} />
      <TimeZoneField value={edits.shown.timezone} onChange={(timezone) => edits.edit({ timezone })} />
    </EditForm>
  )
}
