import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client.ts'
import { meQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { PeopleIcon } from '../../ui/icons.tsx'
import { SelectField } from '../../ui/select.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { Trouble } from '../../ui/trouble.tsx'
import { type Member, everybodyQuery } from '../members/queries.ts'
import { Row, Rows, Section } from '../../ui/section.tsx'
import type { Organization } from './this-organization.tsx'

export function HandOverSection({ organization }: { organization: Organization }) {
  const [open, setOpen] = useState(false)
  // Nobody is there to take it.
  const alone = organization.members === 1
  return (
    <Section title="Hand over">
      <Rows label="Hand over">
        <Row
          icon={<PeopleIcon />}
          name="Give this organization to somebody else"
          detail={
            alone
              ? 'You are alone in it. Invite somebody first.'
              : 'They become an owner, and you an admin. Other owners stay.'
          }
        >
          {!alone && <Button onClick={() => setOpen(true)}>Hand over…</Button>}
        </Row>
      </Rows>
      {open && <HandOverDialog organization={organization} onClose={() => setOpen(false)} />}
    </Section>
  )
}

interface DialogProps {
  organization: Organization
  onClose: () => void
}

function HandOverDialog({ organization, onClose }: DialogProps) {
  const me = useQuery(meQuery).data?.user.id
  const everybody = useQuery(everybodyQuery)
  const others = everybody.data?.filter(({ user }) => user.id !== me)
  return (
    <Dialog title={`Hand ${organization.name} over`} onClose={onClose}>
      {others ? (
        <HandOverForm others={others} onClose={onClose} />
      ) : everybody.isPending ? (
        <Loading what="its members" />
      ) : (
        <Trouble error={everybody.error!} onRetry={() => void everybody.refetch()} />
      )}
    </Dialog>
  )
}

function HandOverForm({ others, onClose }: { others: Member[]; onClose: () => void }) {
  const cache = useQueryClient()
  const form = useSubmit(['to'], async (given) => {
    const to = text(given, 'to')
    await call('organizations.transfer', { to })
    // Almost everything looks different to an admin.
    void cache.invalidateQueries()
    const heir = others.find(({ user }) => user.id === to)?.user.name
    showToast({ text: `${heir} is an owner now, and you are an admin.` })
    onClose()
  })
  const options = others.map(({ user: { id, name, username } }) => ({
    value: id,
    name: `${name} (${username})`,
  }))
  return (
    <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      <p>
        They become an owner and can do everything with it. You become an admin, and only an owner can make
        you one again.
      </p>
      <SelectField
        label="To whom"
        name="to"
        options={options}
        defaultValue={options[0]?.value ?? ''}
        error={form.errorOf('to')}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Keep it</Button>
        <Button type="submit" kind="danger" busy={form.busy}>
          Hand it over
        </Button>
      </div>
    </form>
  )
}
