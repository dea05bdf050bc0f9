import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callStreamed } from '../../call-streamed.ts'
import { readKey } from '../../read-key.ts'
import { type ShownAnswer, emptyAnswer } from '../ask/shapes.ts'
import { collectAnswer } from '../ask/stream-answer.ts'

/** Requests an answer once, and returns the part that has been streamed so far. */
export function useSearchAnswer(question: string, project: string | undefined) {
  const [streamed, setStreamed] = useState(emptyAnswer)
  const query = useQuery({
    queryKey: readKey('search.ask', { question, project }),
    queryFn: async ({ signal }): Promise<ShownAnswer> => {
      setStreamed(emptyAnswer)
      const { onEvent, end } = collectAnswer(setStreamed)
      try {
        const input = { question, ...(project && { project }) }
        const { answer, ...done } = await callStreamed('search.ask', input, { signal, last: 'done', onEvent })
        return { ...emptyAnswer, ...done, text: answer ?? '' }
      } finally {
        end()
      }
    },
    // An answer costs tokens, so it is never requested again automatically.
    staleTime: Infinity,
    retry: false,
  })
  return {
    answer: query.isFetching ? streamed : (query.data ?? streamed),
    busy: query.isFetching,
    error: query.error,
    retry: () => void query.refetch(),
  }
}
