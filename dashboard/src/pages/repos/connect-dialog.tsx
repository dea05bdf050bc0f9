import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readAll, useRead } from '../../read.ts'
import { Choice } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ConnectByUrl } from './connect-by-url.tsx'
import { hostName } from './host-name.ts'
import { NoAccount } from './no-account.tsx'
import { ReposAtHost } from './repos-at-host.tsx'
import { texts } from './texts.ts'

const { connectDialog: dialog } = texts

/** The sources besides the connections of the organization, which have ids. */
const own = 'own'
const byUrl = 'url'

interface ConnectDialogProps {
  /** The slug of the project. */
  project: string
  onClose: () => void
}

/** Connects a repository of the user's account, of a connection of the organization, or at a URL. */
export function ConnectDialog({ project, onClose }: ConnectDialogProps) {
  const account = useRead('codeHosts.getOwn', {})
  const connections = useQuery(readAll('codeHosts.list', {})).data ?? []
  const [chosen, setChosen] = useState<string>()
  return (
    <Dialog title={dialog.title} wide onClose={onClose}>
      <Loaded query={account} noun={dialog.noun}>
        {({ connected, url }) => {
          const [first] = connections
          const source = chosen ?? (connected || !first ? own : first.id)
          const connection = connections.find(({ id }) => id === source)
          return (
            <div className="flex flex-col gap-4">
              <div>
                <Choice
                  label={dialog.source}
                  names={{
                    [own]: dialog.ownAccount,
                    ...Object.fromEntries(
                      connections.map(({ id, url: at }) => [id, dialog.organization(hostName(at))]),
                    ),
                    [byUrl]: dialog.byUrl,
                  }}
                  value={source}
                  onChange={setChosen}
                />
              </div>
              {source === byUrl ? (
                <ConnectByUrl project={project} onClose={onClose} />
              ) : connection ? (
                <ReposAtHost key={source} project={project} connection={connection} onClose={onClose} />
              ) : connected && url ? (
                <ReposAtHost key={source} project={project} hostUrl={url} onClose={onClose} />
              ) : (
                <NoAccount project={project} onEnterUrl={() => setChosen(byUrl)} />
              )}
            </div>
          )
        }}
      </Loaded>
    </Dialog>
  )
}
