import { useQuery } from '@tanstack/react-query'
import { ArrowUpRightIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { signInOptionsQuery } from '../../queries.ts'
import { texts } from './texts.ts'

/** Links to external sign-in providers, which also create accounts if registration is open. */
export function ProviderLinks({ to }: { to: string | undefined }) {
  const options = useQuery(signInOptionsQuery)
  const search = to === undefined ? '' : `?${new URLSearchParams({ to }).toString()}`
  return options.data?.providers.map(({ id, name }) => (
    <a
      key={id}
      href={`/api/auth/oauth/${id}${search}`}
      className="tall relative inline-flex items-center justify-center gap-1.5 rounded-md border border-strong-line bg-surface px-3 font-medium hover:bg-hover"
    >
      <IconSlot>
        <ArrowUpRightIcon />
      </IconSlot>
      {texts.providers.continueWith(name)}
    </a>
  ))
}

/** Aligns the icons of stacked buttons, independent of the length of their labels. */
export function IconSlot({ children }: { children: ReactNode }) {
  return <span className="absolute left-3 text-muted">{children}</span>
}

export function Or() {
  return (
    <div className="flex items-center gap-3 text-[13px] text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      {texts.providers.or}
    </div>
  )
}
