import { useState } from 'react'
import { type InputOf, type Role, call } from '../../client.ts'
import { rolesUpTo } from '../../roles.ts'
import { Button } from '../../ui/button.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Select } from '../../ui/select.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { type Onboarding, goTo, showOnboarding } from './queries.ts'
import { StepFrame } from './step-frame.tsx'
import { texts } from './texts.ts'

interface Row {
  email: string
  role: Role
}

const empty: Row = { email: '', role: 'member' }
const maxRows = 20

export function PeopleStep({ onboarding }: { onboarding: Onboarding }) {
  const labels = texts.peopleStep
  const { invited, team, organization } = onboarding
  const [rows, setRows] = useState<Row[]>([empty, empty, empty])
  const filled = rows.filter(({ email }) => email.trim() !== '')
  const form = useSubmit(async () => {
    const invitations: InputOf<'onboarding.advance'>['invitations'] = filled.map(({ email, role }) => ({
      email: email.trim(),
      role,
    }))
    showOnboarding(await call('onboarding.advance', { invitations }))
  })
  const change = (at: number, set: Partial<Row>) =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...set } : row)))
  return (
    <StepFrame title={labels.title} text={team ? labels.introWithTeam(team.name) : labels.intro}>
      <Form form={form}>
        {invited.length > 0 && (
          <p className="wrap-anywhere text-muted">{labels.invited(invited.join(', '))}</p>
        )}
        <ul className="flex flex-col gap-2">
          {rows.map((row, index) => (
            <li key={index} className="flex gap-2">
              <input
                type="email"
                aria-label={labels.email(index + 1)}
                placeholder={labels.emailPlaceholder}
                autoComplete="off"
                value={row.email}
                onChange={(event) => change(index, { email: event.target.value })}
                className="control min-w-0 grow"
              />
              <Select
                label={labels.role(index + 1)}
                options={rolesUpTo(organization?.role ?? 'member')}
                value={row.role}
                onChange={(role) => change(index, { role })}
              />
            </li>
          ))}
        </ul>
        {rows.length < maxRows && (
          <Button kind="quiet" className="self-start" onClick={() => setRows([...rows, empty])}>
            {labels.addRow}
          </Button>
        )}
        <div className="flex flex-wrap gap-2">
          <SubmitButton disabled={filled.length === 0}>{labels.invite}</SubmitButton>
          <Button onClick={() => void goTo('connect')}>
            {invited.length > 0 ? texts.continue : texts.skip}
          </Button>
          <Button kind="quiet" onClick={() => void goTo('organization')}>
            {texts.back}
          </Button>
        </div>
      </Form>
    </StepFrame>
  )
}
