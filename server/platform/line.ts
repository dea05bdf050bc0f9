type Line = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Limits the concurrency of CPU-bound work. Further calls wait in order. */
export function createLine(maxConcurrent: number): Line {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
