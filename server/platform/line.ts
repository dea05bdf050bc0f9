type Line = <Result>(work: () => Promise<Result>) => Promise<Result>

/** For work that keeps a core busy: so many run at once, and the rest wait in line. */
export function createLine(atOnce: number): Line {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
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
