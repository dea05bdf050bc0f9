import { useState } from 'react'
import { call } from '../../client.ts'
import { forgetOrganization } from '../../switch-organization.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.ts'
import { TypedConfirm } from '../../ui/typed-confirm.tsx'
import { Section, card } from '../../ui/section.tsx'
import type { Organization } from './this-organization.tsx'

export function DeleteSection({ organization }: { organization: Organization }) {
  const [asking, setAsking] = useState(false)
  return (
    <Section title="Delete">
      <div className={`flex flex-col items-start gap-4 p-5 ${card}`}>
        <ul className="flex list-disc flex-col gap-1 pl-4 text-muted">
          <li>Everything in it goes, for good: projects, tasks, teams, agents, keys and its sandbox.</li>
          <li>It is possible once nobody else is in it. Take the others out first, or hand it over.</li>
        </ul>
        <Button kind="danger" onClick={() => setAsking(true)}>
          Delete the organization…
        </Button>
      </div>
      {asking && <DeleteDialog organization={organization} onClose={() => setAsking(false)} />}
    </Section>
  )
}

function DeleteDialog({ organization, onClose }: { organization: Organization; onClose: () => void }) {
  const { name, slug } = organization
  return (
    <TypedConfirm
      title={`Delete ${name}?`}
      warning="Everything in it is gone at once, and nobody can bring it back."
      label={`Type its address, ${slug}, to go on`}
      keep="Keep it"
      onClose={onClose}
      send={async (confirm) => {
        await call('organizations.delete', { confirm })
        forgetOrganization()
        showToast({ text: `${name} is deleted.` })
      }}
    />
  )
}
