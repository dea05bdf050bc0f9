import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { followRun } from './machine-socket.ts'
import { appendOutput, chooseLog, emptyLog, storedLog } from './output-log.ts'
import { isFinal, runQuery } from './queries.ts'

const pollIntervalMs = 2000

/** Reads a run and follows its state and output. Polls while the socket is not connected. */
export function useRun(tunnel: string, id: string) {
  const cache = useQueryClient()
  const [isLive, setIsLive] = useState<boolean | null>(null)
  const [streamed, setStreamed] = useState(emptyLog)
  const query = useQuery({
    ...runQuery(tunnel, id),
    refetchInterval: ({ state: { data } }) =>
      isLive === false && data && !isFinal(data) ? pollIntervalMs : (false as const),
  })
  const isUnfinished = query.data !== undefined && !isFinal(query.data)

  useEffect(() => {
    if (!isUnfinished) return undefined
    const leaving = new AbortController()
    const pieces: [number, string][] = []
    let frame = 0
    /** Whether the connection has sent the output before its pieces. */
    let hasStart = false
    const flush = (start?: typeof emptyLog) => {
      frame = 0
      const batch = pieces.splice(0)
      setStreamed((log) =>
        batch.reduce((all, [offset, text]) => appendOutput(all, offset, text), start ?? log),
      )
    }
    void followRun(tunnel, id, leaving.signal, {
      onRun: (run, isFirst) => {
        flush(isFirst ? storedLog(run) : undefined)
        hasStart = true
        cache.setQueryData(runQuery(tunnel, id).queryKey, run)
      },
      onOutput: (offset, text) => {
        pieces.push([offset, text])
        // A fast command sends hundreds of pieces per second. They are shown once per frame.
        if (hasStart) frame ||= requestAnimationFrame(() => flush())
      },
      onConnection: (isOpen) => {
        pieces.length = 0
        hasStart = false
        setIsLive(isOpen)
      },
    })
    return () => {
      leaving.abort()
      cancelAnimationFrame(frame)
    }
  }, [cache, tunnel, id, isUnfinished])

  return {
    query,
    output: query.data ? chooseLog(streamed, query.data) : streamed,
    isPolling: isUnfinished && isLive === false,
  }
}
