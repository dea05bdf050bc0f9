import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { signInOptionsQuery } from '../../queries.ts'
import { LeaveIcon } from '../../ui/icons.tsx'

/** Leads to where else people can sign in. Whoever has no account yet gets one there, if registration is open. */
export function ProviderLinks({ to }: { to: string | undefined }) {
  const options = useQuery(signInOptionsQuery)
  const search = to === undefined ? '' : `?${new URLSearchParams({ to }).toString()}`
  return options.data?.providers.map(({ id, name }) => (
    <a
      key={id}
      href={`/api/auth/oauth/${id}${search}`}
      className="tall relative inline-flex items-center justify-center gap-1.5 rounded-md border border-strong-line bg-surface px-3 font-medium hover:bg-hover"
    >
      <AtTheEdge>
        <LeaveIcon />
      </AtTheEdge>
      Continue with {name}
    </a>
  ))
}

/** An icon in a column with those above and below, whatever the words beside them are. */
export function AtTheEdge({ children }: { children: ReactNode }) {
  return <span className="absolute left-3 text-muted">{children}</span>
}

export function Or() {
  return (
    <div className="flex items-center gap-3 text-[13px] text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      or
    </div>
  )
}
