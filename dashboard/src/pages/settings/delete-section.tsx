import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Profile, call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Day } from '../../ui/time.tsx'
import { TypedConfirm } from '../../ui/typed-confirm.tsx'
import { useCancelErasure } from './cancel-erasure.ts'
import { showProfile } from './own-profile.tsx'
import { Section, card } from '../../ui/section.tsx'
import { texts } from './texts.ts'

export function DeleteSection({ profile }: { profile: Profile }) {
  const [isConfirming, setConfirming] = useState(false)
  const labels = texts.deleteSection
  return (
    <Section title={labels.title}>
      {profile.eraseAt ? (
        <Pending eraseAt={profile.eraseAt} />
      ) : (
        <div className={`flex flex-col items-start gap-4 p-5 ${card}`}>
          <ul className="flex list-disc flex-col gap-1 pl-4 text-muted">
            {labels.consequences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <Button kind="danger" onClick={() => setConfirming(true)}>
            {labels.delete}
          </Button>
        </div>
      )}
      {isConfirming && <DeleteDialog profile={profile} onClose={() => setConfirming(false)} />}
    </Section>
  )
}

function Pending({ eraseAt }: { eraseAt: string }) {
  const cancelErasure = useCancelErasure()
  const { pending, keep } = texts.deleteSection
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-lg border border-danger/40 bg-danger-soft p-5">
      <p className="grow basis-64">
        {pending.before} <Day at={eraseAt} />. {pending.after}
      </p>
      <Button kind="primary" busy={cancelErasure.isPending} onClick={() => cancelErasure.mutate()}>
        {keep}
      </Button>
    </div>
  )
}

function DeleteDialog({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const cache = useQueryClient()
  const { dialog, keep } = texts.deleteSection
  return (
    <TypedConfirm
      title={dialog.title}
      warning={dialog.warning}
      label={dialog.confirm(profile.username)}
      cancelLabel={keep}
      onClose={onClose}
      send={async (confirm) => showProfile(cache, await call('accounts.delete', { confirm }))}
    />
  )
}
