import { useState } from 'react'
import { type InputOf, type Role, call } from '../../client.ts'
import { rolesUpTo } from '../../roles.ts'
import { Button } from '../../ui/button.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Select } from '../../ui/select.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { type Onboarding, goTo, showOnboarding } from './queries.ts'
import { StepFrame } from './step-frame.tsx'

interface Row {
  email: string
  role: Role
}

const empty: Row = { email: '', role: 'member' }
const most = 20

export function PeopleStep({ onboarding }: { onboarding: Onboarding }) {
  const { invited, team, organization } = onboarding
  const [rows, setRows] = useState<Row[]>([empty, empty, empty])
  const wanted = rows.filter(({ email }) => email.trim() !== '')
  const form = useSubmit([], async () => {
    const invitations: InputOf<'onboarding.advance'>['invitations'] = wanted.map(({ email, role }) => ({
      email: email.trim(),
      role,
    }))
    showOnboarding(await call('onboarding.advance', { invitations }))
  })
  const change = (at: number, set: Partial<Row>) =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...set } : row)))
  return (
    <StepFrame
      title="Your people"
      text={`Whoever you name gets a mail with a link that works for 7 days${team ? `, and comes into ${team.name}` : ''}. Nobody joins before they say yes.`}
    >
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        {invited.length > 0 && (
          <p className="wrap-anywhere text-muted">Invited already: {invited.join(', ')}.</p>
        )}
        <ul className="flex flex-col gap-2">
          {rows.map((row, index) => (
            <li key={index} className="flex flex-wrap gap-2 sm:flex-nowrap">
              <input
                type="email"
                aria-label={`Address ${index + 1}`}
                placeholder="name@example.com"
                autoComplete="off"
                value={row.email}
                onChange={(event) => change(index, { email: event.target.value })}
                className="control min-w-0 grow"
              />
              <Select
                label={`What they will be, ${index + 1}`}
                options={rolesUpTo(organization?.role ?? 'member')}
                value={row.role}
                onChange={(role) => change(index, { role })}
              />
            </li>
          ))}
        </ul>
        {rows.length < most && (
          <Button kind="quiet" className="self-start" onClick={() => setRows([...rows, empty])}>
            One more
          </Button>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" kind="primary" busy={form.busy} disabled={wanted.length === 0}>
            Invite
          </Button>
          <Button onClick={() => void goTo('connect')}>{invited.length > 0 ? 'Continue' : 'Skip'}</Button>
          <Button kind="quiet" onClick={() => void goTo('organization')}>
            Back
          </Button>
        </div>
      </form>
    </StepFrame>
  )
}
