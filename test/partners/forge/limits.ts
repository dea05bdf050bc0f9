import { type Reply, json } from './reply.ts'

export interface GivenLimit {
  /** The requests that succeed before the limit. Default 0. Sets the headers of the primary limit. */
  remaining?: number
  /** The wait in seconds. Without `remaining`: the secondary limit, with `Retry-After`. */
  retryAfter?: number
  /** The rejected requests. Default 1. 0 ends the limit. */
  times?: number
}

/** The rate limit of the API. */
export function createLimits() {
  let given: { left: number; times: number; isPrimary: boolean; seconds: number } | undefined
  let used = 0
  const budget = 5000
  return {
    set({ remaining, retryAfter = 60, times = 1 }: GivenLimit): void {
      given = { left: remaining ?? 0, times, isPrimary: remaining !== undefined, seconds: retryAfter }
    },
    /** Returns a rejection if the limit is reached. */
    check(): Reply | undefined {
      if (!given || given.times <= 0) return undefined
      if (given.left > 0) return void given.left--
      given.times--
      if (given.isPrimary) return json(403, { message: 'API rate limit exceeded for user ID 1.' })
      const headers = { 'Retry-After': String(given.seconds) }
      return json(403, { message: 'You have exceeded a secondary rate limit.' }, headers)
    },
    headers(status: number): Record<string, string> {
      // A response without news doesn't count.
      if (status !== 304) used++
      const isActive = given?.isPrimary && (given.times > 0 || status === 403)
      const seconds = Math.ceil(Date.now() / 1000) + (isActive ? given!.seconds : 3600)
      return {
        'X-RateLimit-Limit': String(budget),
        'X-RateLimit-Remaining': String(isActive ? given!.left : Math.max(0, budget - used)),
        'X-RateLimit-Used': String(used),
        'X-RateLimit-Reset': String(seconds),
        'X-RateLimit-Resource': 'core',
      }
    },
    reply(): Reply {
      const core = {
        limit: budget,
        used,
        remaining: budget - used,
        reset: Math.ceil(Date.now() / 1000) + 3600,
      }
      return json(200, { resources: { core }, rate: core })
    },
  }
}
