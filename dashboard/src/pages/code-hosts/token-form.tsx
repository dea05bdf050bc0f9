import type { OutputOf } from '../../client.ts'
import { TextField } from '../../ui/form-fields.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { card } from '../../ui/section.tsx'
import { text, useSubmit } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { texts } from './texts.ts'

const { token: labels } = texts.ownPage

/** Stores a personal token. The server tests it at the code host first. */
export function TokenForm({ account }: { account: OutputOf<'codeHosts.getOwn'> }) {
  const form = useSubmit(async (data) => {
    await write('integrations.connectOwn', {
      provider: 'github',
      secret: text(data, 'secret'),
      baseUrl: text(data, 'baseUrl').trim() || null,
    })
    showToast({ text: labels.saved })
  })
  return (
    <Form
      // Clears the token after it was saved.
      key={`${account.connected} ${account.login} ${account.url}`}
      form={form}
      operation="integrations.connectOwn"
      className={`flex flex-col items-start gap-4 p-5 ${card}`}
    >
      <div className="flex w-full flex-col gap-4">
        <TextField name="baseUrl" type="url" label={labels.url} hint={labels.urlHint} isIdentifier />
        <TextField name="secret" type="password" label={labels.token} hint={labels.tokenHint} />
      </div>
      <SubmitButton kind={account.canAuthorize || account.connected ? 'plain' : 'primary'}>
        {labels.save}
      </SubmitButton>
    </Form>
  )
}
