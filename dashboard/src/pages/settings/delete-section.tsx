import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Profile, call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { Day } from '../../ui/time.tsx'
import { useKeepAccount } from './keep-account.ts'
import { showProfile } from './own-profile.tsx'
import { Section, card } from './section.tsx'

export function DeleteSection({ profile }: { profile: Profile }) {
  const [asking, setAsking] = useState(false)
  return (
    <Section title="Delete the account">
      {profile.eraseAt ? (
        <Pending eraseAt={profile.eraseAt} />
      ) : (
        <div className={`flex flex-col items-start gap-4 p-5 ${card}`}>
          <ul className="flex list-disc flex-col gap-1 pl-4 text-muted">
            <li>At once: your keys and tokens stop working, and every other device is signed out.</li>
            <li>For seven days: sign in and change your mind. Everything but the keys is as it was.</li>
            <li>
              Then: your name, address, pictures, ways to sign in and connected services are erased, and so is
              every organization in which you are alone, with all that is in it.
            </li>
            <li>What you made for others stays, as work of “Deleted user”.</li>
          </ul>
          <Button kind="danger" onClick={() => setAsking(true)}>
            Delete my account…
          </Button>
        </div>
      )}
      {asking && <DeleteDialog profile={profile} onClose={() => setAsking(false)} />}
    </Section>
  )
}

function Pending({ eraseAt }: { eraseAt: string }) {
  const keep = useKeepAccount()
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-lg border border-danger/40 bg-danger-soft p-5">
      <p className="grow basis-64">
        Your account will be erased on <Day at={eraseAt} />. Until then you can keep it, with everything but
        the keys and tokens, which were revoked.
      </p>
      <Button kind="primary" busy={keep.isPending} onClick={() => keep.mutate()}>
        Keep my account
      </Button>
    </div>
  )
}

function DeleteDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const cache = useQueryClient()
  const form = useSubmit(['confirm'], async (given) => {
    showProfile(cache, await call('accounts.delete', { confirm: text(given, 'confirm').trim() }))
    onClose()
  })
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <p>
          It is erased in seven days. Until then you can sign in and keep it; your keys and tokens stop
          working at once.
        </p>
        <Field label={`Type your username, ${profile.username}, to go on`} error={form.errorOf('confirm')}>
          {(control) => (
            <input
              {...control}
              name="confirm"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="control"
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Keep my account</Button>
          <Button type="submit" kind="danger" busy={form.busy}>
            Delete it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
