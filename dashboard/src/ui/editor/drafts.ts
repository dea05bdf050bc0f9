import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { meQuery } from '../../queries.ts'
import { draftPrefix } from './draft-storage.ts'

/*
 * Unsaved texts in the local storage, which survive a reload or a crash. A user sees only their own.
 */

export interface Draft {
  text: string
  at: string
}

const saveDelayMs = 300

interface DraftOptions {
  /** The field, such as "comment WEB-42". Undefined for a field without drafts. */
  place: string | undefined
  value: string
  /** Whether the draft stays when the field closes, because closing it doesn't discard the text. */
  isKept: boolean
}

/** Stores the text of a field while it differs from the initial one, and returns the draft of an earlier visit. */
export function useDraft({ place, value, isKept }: DraftOptions) {
  const user = useQuery({ ...meQuery, enabled: place !== undefined }).data?.user.id
  const key = user && place && `${draftPrefix}${user}.${place}`
  const [initial] = useState(value)
  const [offered, setOffered] = useState<Draft>()
  /** The key of the draft that was read. The user can be unknown at first. */
  const [readKey, setReadKey] = useState<string>()
  if (key && key !== readKey) {
    setReadKey(key)
    const draft = readDraft(key)
    setOffered(draft && draft.text !== value ? draft : undefined)
  }

  const isUnchanged = value === initial
  const isOffered = offered !== undefined
  useEffect(() => {
    if (!key) return undefined
    const timer = setTimeout(() => store(key, value, { isUnchanged, isOffered }), saveDelayMs)
    return () => clearTimeout(timer)
  }, [key, value, isUnchanged, isOffered])

  const flush = useEffectEvent(() => key && store(key, value, { isUnchanged, isOffered }))
  const close = useEffectEvent(() => {
    if (isKept) flush()
    else if (key && !isOffered) localStorage.removeItem(key)
  })
  useEffect(() => {
    const onHide = () => void flush()
    window.addEventListener('pagehide', onHide)
    return () => {
      window.removeEventListener('pagehide', onHide)
      close()
    }
  }, [])

  return {
    offered,
    /** Ends the offer. Call it when the draft is restored or discarded. */
    settle() {
      if (key) localStorage.removeItem(key)
      setOffered(undefined)
    },
  }
}

function store(key: string, text: string, is: { isUnchanged: boolean; isOffered: boolean }): void {
  if (!is.isUnchanged) writeDraft(key, text)
  // The draft of an earlier visit stays until the user decides.
  else if (!is.isOffered) localStorage.removeItem(key)
}

function readDraft(key: string): Draft | undefined {
  const stored = localStorage.getItem(key)
  return stored === null ? undefined : (JSON.parse(stored) as Draft)
}

function writeDraft(key: string, text: string): void {
  try {
    localStorage.setItem(key, JSON.stringify({ text, at: new Date().toISOString() } satisfies Draft))
  } catch {
    // The storage is full or off. The text stays in the field.
  }
}
