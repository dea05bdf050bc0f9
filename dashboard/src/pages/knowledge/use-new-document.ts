import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useEdits } from '../../ui/edits.tsx'
import { type DocumentKind, documentKinds } from './document-kinds.ts'

/** The state of the form for a new document. `create` returns its key or id, and its page opens. */
export function useNewDocument<Fields extends object>(
  kind: DocumentKind,
  initial: Fields,
  create: (fields: Fields) => Promise<string>,
) {
  const navigate = useNavigate()
  const [empty] = useState(initial)
  return useEdits(empty, {
    fields: Object.keys(empty) as (keyof Fields & string)[],
    save: async (set) => {
      const ref = await create({ ...empty, ...set })
      await navigate({ ...documentKinds[kind].page(ref), replace: true })
    },
    // No one else can change it.
    refresh: () => Promise.resolve(),
  })
}
