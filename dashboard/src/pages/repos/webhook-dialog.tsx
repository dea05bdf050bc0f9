import { useState } from 'react'
import type { OutputOf } from '../../client.ts'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { write } from '../../write.ts'
import { Snippet } from '../credentials/snippet.tsx'
import { hostName } from './host-name.ts'
import type { RepoDetails } from './repo-changes.ts'
import { texts } from './texts.ts'

const { dialog } = texts.webhook

interface WebhookDialogProps {
  repo: RepoDetails
  webhook: OutputOf<'repos.getWebhook'>
  onClose: () => void
}

/** Shows the values for a webhook that the user adds at the code host. The secret is shown once. */
export function WebhookDialog({ repo, webhook: { url, contentType, events }, onClose }: WebhookDialogProps) {
  const [secret, setSecret] = useState<string>()
  const create = useAction(async () => {
    setSecret((await write('repos.createWebhook', { repo: repo.id })).secret)
  })
  return (
    <Dialog title={dialog.title(repo.name)} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p className="text-muted">{dialog.intro(hostName(repo.host?.url ?? repo.url))}</p>
        <Snippet
          title={dialog.url}
          hint={dialog.contentType(contentType)}
          copyLabel={dialog.copyUrl}
          value={url}
        />
        <p className="text-[13px] text-muted wrap-anywhere">{dialog.events(events.join(', '))}</p>
        <FormMessage>{create.message}</FormMessage>
        {secret ? (
          <Snippet
            title={dialog.secret}
            hint={dialog.secretHint}
            copyLabel={dialog.copySecret}
            value={secret}
          />
        ) : (
          <p className="text-[13px] text-muted">{dialog.createHint}</p>
        )}
        <div className="flex justify-end gap-2">
          {!secret && (
            <Button kind="primary" busy={create.busy} onClick={create.run}>
              {dialog.create}
            </Button>
          )}
          <Button onClick={onClose}>{dialog.done}</Button>
        </div>
      </div>
    </Dialog>
  )
}
