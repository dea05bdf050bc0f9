import type { ReactNode } from 'react'

export function PreferenceRow({ name, hint, children }: { name: string; hint: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-(--row-inset)">
      <div className="mr-auto">
        <p className="font-medium">{name}</p>
        <p className="text-[13px] text-muted">{hint}</p>
      </div>
      {children}
    </div>
  )
}
