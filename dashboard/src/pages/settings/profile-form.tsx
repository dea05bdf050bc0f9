import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Profile, Problem, call } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { showProfile } from './own-profile.tsx'
import { card } from './section.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

type Fields = Partial<Pick<Profile, 'name' | 'username' | 'bio' | 'timezone'>>

export function ProfileForm({ profile }: { profile: Profile }) {
  const cache = useQueryClient()
  /** What was typed and not saved yet, and what stood there before. */
  const [edits, setEdits] = useState<{ set: Fields; over: Fields }>({ set: {}, over: {} })
  const shown = { ...profile, ...edits.set }
  const edited = Object.keys(edits.set) as (keyof Fields)[]
  const discard = () => setEdits({ set: {}, over: {} })
  const edit = (set: Fields) => {
    const [field] = Object.keys(set) as [keyof Fields]
    setEdits({ set: { ...edits.set, ...set }, over: { [field]: profile[field], ...edits.over } })
  }

  async function save(): Promise<void> {
    if (overtaken) return
    try {
      showProfile(cache, await call('accounts.updateProfile', edits.set, { ifMatch: profile.version }))
    } catch (error) {
      // Somebody was quicker than the live feed: what they saved is shown before one saves again.
      if (error instanceof Problem && error.code === 'version_conflict') await cache.refetchQueries(meQuery)
      throw error
    }
    discard()
    showToast({ text: 'Your profile is saved.' })
  }
  const form = useSubmit(['name', 'username', 'bio', 'timezone'], save)
  // What was saved from here may be heard of before the answer to it has come.
  const overtaken =
    !form.busy && edited.some((field) => ![edits.over[field], edits.set[field]].includes(profile[field]))

  return (
    <form
      onSubmit={form.submit}
      noValidate
      aria-label="Profile"
      className={`mt-4 flex flex-col gap-4 p-5 ${card}`}
    >
      <FormMessage>{overtaken || form.code === 'already_taken' ? undefined : form.message}</FormMessage>
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
          error={form.errorOf('username') ?? (form.code === 'already_taken' ? form.message : undefined)}
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
      {overtaken ? (
        <Overtaken onTake={discard} onKeep={() => setEdits({ set: edits.set, over: profile })} />
      ) : (
        <div className="flex gap-2">
          <Button type="submit" kind="primary" busy={form.busy} disabled={edited.length === 0}>
            Save profile
          </Button>
          {edited.length > 0 && <Button onClick={discard}>Discard changes</Button>}
        </div>
      )}
    </form>
  )
}

/** It was changed elsewhere while this one was writing: neither text may vanish unseen. */
function Overtaken({ onTake, onKeep }: { onTake: () => void; onKeep: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 rounded-md bg-danger-soft p-2 pl-3">
      <span className="grow">Your profile was changed elsewhere while you were writing.</span>
      <Button onClick={onTake}>Take what was saved</Button>
      <Button onClick={onKeep}>Keep mine</Button>
    </div>
  )
}
