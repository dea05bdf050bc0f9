import { useState } from 'react'
import { call } from '../../client.ts'
import { forgetOrganization } from '../../switch-organization.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { Section, card } from '../settings/section.tsx'
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
  const form = useSubmit(['confirm'], async (given) => {
    await call('organizations.delete', { confirm: text(given, 'confirm').trim() })
    forgetOrganization()
    showToast({ text: `${name} is deleted.` })
    onClose()
  })
  return (
    <Dialog title={`Delete ${name}?`} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <p>Everything in it is gone at once, and nobody can bring it back.</p>
        <Field label={`Type its address, ${slug}, to go on`} error={form.errorOf('confirm')}>
          {(control) => (
            <input
              {...control}
              name="confirm"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="control"
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Keep it</Button>
          <Button type="submit" kind="danger" busy={form.busy}>
            Delete it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
