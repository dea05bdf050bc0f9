import { LogOutIcon } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client.ts'
import { forgetOrganization } from '../../switch-organization.ts'
import { AsyncConfirm } from '../../ui/async-confirm.tsx'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.ts'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { texts } from './texts.ts'
import type { Organization } from './this-organization.tsx'

export function LeaveSection({ organization }: { organization: Organization }) {
  const [isConfirming, setConfirming] = useState(false)
  const labels = texts.leaveSection
  return (
    <Section title={labels.title}>
      <Rows label={labels.title}>
        <Row icon={<LogOutIcon />} name={labels.name} detail={labels.detail}>
          <Button onClick={() => setConfirming(true)}>{labels.leave}</Button>
        </Row>
      </Rows>
      {isConfirming && <LeaveDialog name={organization.name} onClose={() => setConfirming(false)} />}
    </Section>
  )
}

export function LeaveDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const labels = texts.leaveSection.dialog
  return (
    <AsyncConfirm
      title={labels.title(name)}
      action={labels.leave}
      onClose={onClose}
      send={async () => {
        await call('members.leave', {})
        forgetOrganization()
        showToast({ text: labels.left(name) })
      }}
    >
      <p>{labels.consequence}</p>
    </AsyncConfirm>
  )
}
