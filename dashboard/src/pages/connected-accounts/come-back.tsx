import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { signInOptionsQuery } from '../../queries.ts'
import { FormMessage } from '../../ui/form-message.tsx'

/** What became of it, when the browser comes back from a provider: said once, and taken out of the address. */
export function ComeBack() {
  const [told] = useState(() => Object.fromEntries(new URLSearchParams(location.hash.slice(1))))
  const providers = useQuery(signInOptionsQuery).data?.providers
  const navigate = useNavigate()
  useEffect(() => {
    if (location.hash) void navigate({ to: '/settings/sign-in', replace: true })
  }, [navigate])
  if (told.error) return <Note tone="danger">{told.detail ?? 'It was not connected. Try again.'}</Note>
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
