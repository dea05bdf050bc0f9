/** Why somebody else's server did not do what it was asked: its status, and the beginning of what it said. */
export class RemoteFailure extends Error {
  readonly status: number
  /** Milliseconds after which it wants to be asked again. */
  readonly retryAfter: number | undefined

  constructor(status: number, message: string, retryAfter: number | undefined) {
    super(message)
    this.status = status
    this.retryAfter = retryAfter
  }
}

export async function failureOf(response: Response): Promise<RemoteFailure> {
  const said = (await response.text().catch(() => '')).slice(0, 300)
  const seconds = Number(response.headers.get('retry-after') ?? NaN)
  return new RemoteFailure(
    response.status,
    `The server answered ${response.status}: ${said}`,
    Number.isFinite(seconds) ? seconds * 1000 : undefined,
  )
}
