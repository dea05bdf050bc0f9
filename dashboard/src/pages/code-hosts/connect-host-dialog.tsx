import { useState } from 'react'
import { Choice } from '../../ui/choice.tsx'
import { TextAreaField, TextField } from '../../ui/form-fields.tsx'
import { OperationDialog } from '../../ui/operation-dialog.tsx'
import { filledTextValues, text } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { hostName } from '../repos/host-name.ts'
import type { Connection } from './code-hosts-page.tsx'
import { texts } from './texts.ts'

const { connectDialog: dialog } = texts

interface ConnectHostDialogProps {
  /** The connection whose secret is replaced. */
  replaced?: Connection
  onClose: () => void
}

/** Connects the organization to a code host by token or app. The server tests it before it is stored. */
export function ConnectHostDialog({ replaced, onClose }: ConnectHostDialogProps) {
  const [kind, setKind] = useState<Connection['kind']>(replaced?.kind ?? 'token')
  return (
    <OperationDialog
      operation="codeHosts.connect"
      title={replaced ? dialog.replaceTitle(hostName(replaced.url)) : dialog.title}
      submitLabel={replaced ? dialog.save : dialog.connect}
      input={(form) => ({
        ...(replaced
          ? { url: replaced.url, apiUrl: replaced.apiUrl }
          : { url: text(form, 'url'), ...filledTextValues(form, 'apiUrl') }),
        ...(kind === 'token'
          ? { token: text(form, 'token') }
          : {
              app: {
                appId: text(form, 'app.appId'),
                installationId: text(form, 'app.installationId'),
                privateKey: text(form, 'app.privateKey'),
              },
            }),
      })}
      onDone={({ url }) => showToast({ text: dialog.connected(hostName(url)) })}
      onClose={onClose}
    >
      {!replaced && (
        <>
          <TextField
            name="url"
            type="url"
            label={dialog.url}
            hint={dialog.urlHint}
            defaultValue="https://github.com"
            isIdentifier
          />
          <TextField name="apiUrl" type="url" label={dialog.apiUrl} hint={dialog.apiUrlHint} isIdentifier />
        </>
      )}
      <div>
        <Choice label={dialog.kind} names={dialog.kinds} value={kind} onChange={setKind} />
        <p className="mt-1.5 text-[13px] text-muted">{dialog.kindHints[kind]}</p>
      </div>
      {kind === 'token' ? (
        <TextField name="token" type="password" label={dialog.token} hint={dialog.tokenHint} />
      ) : (
        <>
          <TextField name="app.appId" label={dialog.appId} isIdentifier />
          <TextField
            name="app.installationId"
            label={dialog.installationId}
            hint={dialog.installationIdHint}
            isIdentifier
          />
          <TextAreaField
            name="app.privateKey"
            label={dialog.privateKey}
            hint={dialog.privateKeyHint}
            rows={4}
            spellCheck={false}
            className="font-mono text-[12.5px]"
          />
        </>
      )}
    </OperationDialog>
  )
}
