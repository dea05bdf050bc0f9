import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { signInOptionsQuery } from '../../queries.ts'
import { storeLinkParameters, linkParameters } from '../../link-parameters.ts'
import { linkError } from '../../link-error.ts'
import { FormMessage } from '../../ui/form-message.tsx'

const page = '/settings/sign-in'

/** What became of it, when the browser comes back from a provider: said once. */
export function OAuthReturn() {
  const [told] = useState(() => linkParameters(page))
  useEffect(() => storeLinkParameters(page, {}), [])
  const providers = useQuery(signInOptionsQuery).data?.providers
  const refusal = linkError(told)
  if (refusal) return <Note tone="danger">{refusal}</Note>
  const name = providers?.find(({ id }) => id === told.connected)?.name
  return name ? <Note tone="note">{`${name} is connected: from now on it signs you in here.`}</Note> : null
}

function Note({ tone, children }: { tone: 'danger' | 'note'; children: string }) {
  return (
    <div className="mb-3">
      <FormMessage tone={tone}>{children}</FormMessage>
    </div>
  )
}
