import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { signInOptionsQuery } from '../../queries.ts'
import { storeLinkParameters, linkParameters } from '../../link-parameters.ts'
import { linkError } from '../../link-error.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { texts } from './texts.ts'

const page = '/settings/sign-in'

/** Shows the result once, after the browser returns from a provider. */
export function OAuthReturn() {
  const [parameters] = useState(() => linkParameters(page))
  useEffect(() => storeLinkParameters(page, {}), [])
  const providers = useQuery(signInOptionsQuery).data?.providers
  const error = linkError(parameters)
  if (error) return <Note tone="danger">{error}</Note>
  const name = providers?.find(({ id }) => id === parameters.connected)?.name
  return name ? <Note tone="note">{texts.nowConnected(name)}</Note> : null
}

function Note({ tone, children }: { tone: 'danger' | 'note'; children: string }) {
  return (
    <div className="mb-3">
      <FormMessage tone={tone}>{children}</FormMessage>
    </div>
  )
}
