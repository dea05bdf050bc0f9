import { useState } from 'react'
import { call } from '../../client.ts'
import { forgetOrganization } from '../../switch-organization.ts'
import { Ask } from '../../ui/ask.tsx'
import { Button } from '../../ui/button.tsx'
import { SignOutIcon } from '../../ui/icons.tsx'
import { showToast } from '../../ui/toasts.ts'
import { Row, Rows, Section } from '../../ui/section.tsx'
import type { Organization } from './this-organization.tsx'

export function LeaveSection({ organization }: { organization: Organization }) {
  const [asking, setAsking] = useState(false)
  return (
    <Section title="Leave">
      <Rows label="Leave">
        <Row
          icon={<SignOutIcon />}
          name="Leave this organization"
          detail="Your keys and tokens for it end with that. What you made stays."
        >
          <Button onClick={() => setAsking(true)}>Leave…</Button>
        </Row>
      </Rows>
      {asking && <LeaveDialog name={organization.name} onClose={() => setAsking(false)} />}
    </Section>
  )
}

export function LeaveDialog({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <Ask
      title={`Leave ${name}?`}
      action="Leave"
      keep="Stay"
      onClose={onClose}
      send={async () => {
        await call('members.leave', {})
        forgetOrganization()
        showToast({ text: `You have left ${name}.` })
      }}
    >
      <p>
        Your API keys and tokens for it end at once, and you are in none of its teams any more. What you made
        stays there. To come back, you must be invited again.
      </p>
    </Ask>
  )
}
