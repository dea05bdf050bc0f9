import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UsersIcon } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/form-dialog.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { text } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { type Member, everybodyQuery } from '../members/queries.ts'
import { Row, Rows, Section } from '../../ui/section.tsx'
import { texts } from './texts.ts'
import type { Organization } from './this-organization.tsx'

export function TransferSection({ organization }: { organization: Organization }) {
  const [open, setOpen] = useState(false)
  const labels = texts.transferSection
  const isOnlyMember = organization.members === 1
  return (
    <Section title={labels.title}>
      <Rows label={labels.title}>
        <Row
          icon={<UsersIcon />}
          name={labels.name}
          detail={isOnlyMember ? labels.onlyMember : labels.detail}
        >
          {!isOnlyMember && <Button onClick={() => setOpen(true)}>{labels.transfer}</Button>}
        </Row>
      </Rows>
      {open && <TransferDialog organization={organization} onClose={() => setOpen(false)} />}
    </Section>
  )
}

interface DialogProps {
  organization: Organization
  onClose: () => void
}

function TransferDialog({ organization, onClose }: DialogProps) {
  const { title, loading } = texts.transferSection.dialog
  const me = useQuery(meQuery).data?.user.id
  const everybody = useQuery(everybodyQuery)
  const others = everybody.data?.filter(({ user }) => user.id !== me)
  return (
    <Dialog title={title(organization.name)} onClose={onClose}>
      {others ? (
        <TransferForm others={others} onClose={onClose} />
      ) : everybody.isPending ? (
        <Loading noun={loading} />
      ) : (
        <LoadError error={everybody.error!} onRetry={() => void everybody.refetch()} />
      )}
    </Dialog>
  )
}

function TransferForm({ others, onClose }: { others: Member[]; onClose: () => void }) {
  const cache = useQueryClient()
  const labels = texts.transferSection.dialog
  async function send(form: FormData): Promise<void> {
    const to = text(form, 'to')
    await call('organizations.transfer', { to })
    // An admin sees almost every page differently.
    void cache.invalidateQueries()
    const newOwner = others.find(({ user }) => user.id === to)?.user.name ?? ''
    showToast({ text: labels.transferred(newOwner) })
  }
  const options = others.map(({ user: { id, name, username } }) => ({
    value: id,
    name: `${name} (${username})`,
  }))
  return (
    <DialogForm submitLabel={labels.transfer} kind="danger" send={send} onClose={onClose}>
      <p>{labels.consequence}</p>
      <SelectField
        label={labels.newOwner}
        name="to"
        options={options}
        defaultValue={options[0]?.value ?? ''}
      />
    </DialogForm>
  )
}
