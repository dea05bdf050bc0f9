import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callStreamed } from '../../client.ts'
import type { Passage } from './queries.ts'

/** Asks once, and tells what has come so far. */
export function useSearchResults(question: string, project: string | undefined) {
  const [text, setText] = useState('')
  const [early, setEarly] = useState<Passage[]>([])
  const asked = useQuery({
    queryKey: ['answer', question, project],
    queryFn: ({ signal }) => {
      setText('')
      return callStreamed(
        'search.ask',
        { question, ...(project && { project }) },
        {
          signal,
          last: 'done',
          onEvent: ({ event, data }) => {
            if (event === 'delta') setText((before) => before + (data as { text: string }).text)
            if (event === 'passages') setEarly((data as { passages: Passage[] }).passages)
          },
        },
      )
    },
    // An answer costs: it is not asked for again by itself.
    staleTime: Infinity,
    retry: false,
  })
  return {
    text: asked.data?.answer ?? text,
    passages: asked.data?.passages ?? early,
    note: asked.data?.note,
    busy: asked.isFetching,
    error: asked.error,
    again: () => void asked.refetch(),
  }
}
