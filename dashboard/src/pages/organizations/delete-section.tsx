import { useState } from 'react'
import { call } from '../../client.ts'
import { forgetOrganization } from '../../switch-organization.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.ts'
import { TypedConfirm } from '../../ui/typed-confirm.tsx'
import { Section, card } from '../../ui/section.tsx'
import { texts } from './texts.ts'
import type { Organization } from './this-organization.tsx'

export function DeleteSection({ organization }: { organization: Organization }) {
  const [isConfirming, setConfirming] = useState(false)
  const labels = texts.deleteSection
  return (
    <Section title={labels.title}>
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
      {isConfirming && <DeleteDialog organization={organization} onClose={() => setConfirming(false)} />}
    </Section>
  )
}

function DeleteDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const { name, slug } = organization
  const labels = texts.deleteSection.dialog
  return (
    <TypedConfirm
      title={labels.title(name)}
      warning={labels.warning}
      label={labels.confirm(slug)}
      onClose={onClose}
      send={async (confirm) => {
        await call('organizations.delete', { confirm })
        forgetOrganization()
        showToast({ text: labels.deleted(name) })
      }}
    />
  )
}
