/** An error response of another server: its status and the beginning of its body. */
export class RemoteFailure extends Error {
  readonly status: number
  /** Milliseconds from the Retry-After header. */
  readonly retryAfter: number | undefined

  constructor(status: number, message: string, retryAfter: number | undefined) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }
}

export async function readFailure(response: Response): Promise<RemoteFailure> {
  const excerpt = (await response.text().catch(() => '')).slice(0, 300)
  const seconds = Number(response.headers.get('retry-after') ?? NaN)
  return new RemoteFailure(
    response.status,
    `The server responded with ${response.status}: ${excerpt}`,
    Number.isFinite(seconds) ? seconds * 1000 : undefined,
  )
}
