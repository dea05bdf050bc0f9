import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callStreamed } from '../../client.ts'
import { readKey } from '../../read-key.ts'
import type { Passage } from './queries.ts'

/** Requests an answer once, and returns the part that has been streamed so far. */
export function useSearchAnswer(question: string, project: string | undefined) {
  const [text, setText] = useState('')
  const [streamedPassages, setStreamedPassages] = useState<Passage[]>([])
  const query = useQuery({
    queryKey: readKey('search.ask', { question, project }),
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
            if (event === 'passages') setStreamedPassages((data as { passages: Passage[] }).passages)
          },
        },
      )
    },
    // An answer costs tokens, so it is never requested again automatically.
    staleTime: Infinity,
    retry: false,
  })
  return {
    text: query.data?.answer ?? text,
    passages: query.data?.passages ?? streamedPassages,
    note: query.data?.note,
    busy: query.isFetching,
    error: query.error,
    retry: () => void query.refetch(),
  }
}
