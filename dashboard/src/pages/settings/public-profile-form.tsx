import { type OutputOf, type Profile } from '../../client.ts'
import { queryClient } from '../../query-client.ts'
import { read } from '../../read.ts'
import { EditForm, EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { CheckField, CheckGroup } from '../../ui/form-fields.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { texts } from './texts.ts'

type Settings = OutputOf<'profiles.getOwn'>
type Part = Settings['shows'][number]
type PartField = `shows ${Part}`

const labels = texts.publicProfile
const parts = Object.keys(labels.parts) as Part[]
const fieldOf = (part: Part): PartField => `shows ${part}`

/** The switch and the details of the public profile. */
export function PublicProfileForm({ settings, profile }: { settings: Settings; profile: Profile }) {
  // One field for each part, so that concurrent changes of two parts don't conflict.
  const chosen = Object.fromEntries(
    parts.map((part) => [fieldOf(part), settings.shows.includes(part)]),
  ) as Record<PartField, boolean>
  const edits = useEdits(
    { public: settings.public, location: settings.location, link: settings.link, ...chosen },
    {
      fields: ['public', 'location', 'link', ...parts.map(fieldOf)],
      save: async ({ public: isPublic, location, link }) => {
        const shows = parts.filter((part) => edits.shown[fieldOf(part)])
        const input = { public: isPublic, location, link, shows }
        await write('profiles.updateOwn', input, { ifMatch: settings.version })
        showToast({ text: labels.saved })
      },
      refresh: () => queryClient.refetchQueries(read('profiles.getOwn', {})),
    },
  )
  const values: Partial<Record<Part, string | null>> = {
    name: profile.name,
    bio: profile.bio,
    timezone: profile.timezone,
  }
  const check = (name: 'public' | PartField) => ({
    checked: edits.shown[name],
    onChange: ({ target }: { target: HTMLInputElement }) => edits.edit({ [name]: target.checked }),
  })
  return (
    <EditForm
      edits={edits}
      operation="profiles.updateOwn"
      label={labels.title}
      subject={labels.subject}
      action={labels.save}
    >
      <CheckField label={labels.public} hint={labels.publicHint} {...check('public')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <EditText edits={edits} name="location" label={labels.location} autoComplete="address-level2" />
        <EditText edits={edits} name="link" label={labels.link} placeholder="https://" isIdentifier />
      </div>
      <CheckGroup name="shows" legend={labels.shows} hint={labels.showsHint}>
        {parts.map((part) => (
          <CheckField
            key={part}
            label={labels.parts[part]}
            {...(values[part] && { hint: values[part] })}
            {...check(fieldOf(part))}
          />
        ))}
      </CheckGroup>
      <p className="text-[13px] text-muted">
        {labels.account}{' '}
        <PathLink href="/settings/profile" className="text-accent underline underline-offset-2">
          {labels.accountLink}
        </PathLink>
      </p>
    </EditForm>
  )
}
