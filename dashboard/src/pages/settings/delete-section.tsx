import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Profile, call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Day } from '../../ui/time.tsx'
import { TypedConfirm } from '../../ui/typed-confirm.tsx'
import { useCancelErasure } from './cancel-erasure.ts'
import { showProfile } from './own-profile.tsx'
import { Section, card } from '../../ui/section.tsx'

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
  const keep = useCancelErasure()
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
  return (
    <TypedConfirm
      title="Delete your account?"
      warning="It is erased in seven days. Until then you can sign in and keep it; your keys and tokens stop working at once."
      label={`Type your username, ${profile.username}, to go on`}
      keep="Keep my account"
      onClose={onClose}
      send={async (confirm) => showProfile(cache, await call('accounts.delete', { confirm }))}
    />
  )
}
