import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form-fields.tsx'
import { locale } from '../../../ui/locale.ts'
import { OperationDialog } from '../../../ui/operation-dialog.tsx'
import { Row, Rows, Section } from '../../../ui/section.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { useStore } from '../../../ui/store.ts'
import { text } from '../../../ui/submit.ts'
import { showToast } from '../../../ui/toasts.ts'
import { type Subscription, endOf } from '../../billing/subscription-text.ts'
import { texts as billing } from '../../billing/texts.ts'
import { type PersonDialogProps, ReasonField, reasonIn } from './person-dialogs.tsx'
import type { AdministeredPerson } from './queries.ts'
import { texts } from './texts.ts'

const labels = texts.subscription

/** The subscription of a person, with the dialogs that set and end it. */
export function SubscriptionSection({ person }: { person: AdministeredPerson }) {
  const [open, setOpen] = useState<'set' | 'end' | null>(null)
  useStore(locale)
  const { subscription } = person
  const close = () => setOpen(null)
  return (
    <Section title={labels.title} text={labels.text}>
      <Rows label={labels.title}>
        <Row
          name={subscription ? billing.plans[subscription.plan] : labels.none}
          detail={subscription ? endOf(subscription) : labels.noneDetail}
        >
          {subscription && <Button onClick={() => setOpen('end')}>{labels.end}</Button>}
          <Button onClick={() => setOpen('set')}>{subscription ? labels.change : labels.set}</Button>
        </Row>
      </Rows>
      {open === 'set' && <SubscriptionDialog person={person} onClose={close} />}
      {open === 'end' && <EndDialog person={person} onClose={close} />}
    </Section>
  )
}

const plans: Subscription['plan'][] = ['team', 'business', 'unlimited']

function SubscriptionDialog({ person: { id, name, subscription }, onClose }: PersonDialogProps) {
  return (
    <OperationDialog
      title={labels.dialogTitle(name)}
      operation="admin.updateUserSubscription"
      input={(form) => ({
        user: id,
        plan: text(form, 'plan') as Subscription['plan'],
        until: text(form, 'until') || null,
        ...reasonIn(form),
      })}
      onDone={() => showToast({ text: labels.done(name) })}
      submitLabel={labels.save}
      onClose={onClose}
    >
      <p>{labels.dialogText}</p>
      <SelectField
        name="plan"
        label={labels.plan}
        defaultValue={subscription?.plan ?? 'team'}
        options={plans.map((value) => ({ value, name: billing.plans[value] }))}
      />
      <TextField
        name="until"
        type="date"
        label={labels.until}
        hint={labels.untilHint}
        defaultValue={subscription?.until ?? ''}
      />
      <ReasonField />
    </OperationDialog>
  )
}

function EndDialog({ person: { id, name }, onClose }: PersonDialogProps) {
  return (
    <OperationDialog
      title={labels.endTitle(name)}
      operation="admin.updateUserSubscription"
      input={(form) => ({ user: id, plan: null, ...reasonIn(form) })}
      onDone={() => showToast({ text: labels.ended(name) })}
      submitLabel={labels.endAction}
      kind="danger"
      onClose={onClose}
    >
      <p>{labels.endText}</p>
      <ReasonField />
    </OperationDialog>
  )
}
