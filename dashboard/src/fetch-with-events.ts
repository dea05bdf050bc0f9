/** Something that a server says while it is still at work on its answer: https://html.spec.whatwg.org/#server-sent-events */
export interface ServerSentEvent {
  event: string
  data: unknown
}

/**
 * Asks for an answer that comes in pieces, and tells of each. What the event called `last` carries is the whole answer:
 * for whoever called, it is as if it had come in one piece.
 */
export function fetchWithEvents(last: string, onEvent: (event: ServerSentEvent) => void): typeof fetch {
  return async (url, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('Accept', 'text/event-stream, application/json')
    const response = await fetch(url, { ...init, headers, cache: 'no-store' })
    const streamed = response.headers.get('Content-Type')?.startsWith('text/event-stream')
    if (!streamed || !response.body) return response
    let rest = ''
    for await (const text of textOf(response.body)) {
      const blocks = `${rest}${text}`.split(/\r?\n\r?\n/)
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventIn(block)
        if (!event) continue
        if (event.event === last) return new Response(JSON.stringify(event.data))
        onEvent(event)
      }
    }
    throw new TypeError('The answer broke off.')
  }
}

async function* textOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

function eventIn(block: string): ServerSentEvent | undefined {
  const fields = block.split(/\r?\n/).map((line) => /^(\w+): ?(.*)$/.exec(line)?.slice(1) ?? [])
  const valuesOf = (name: string) => fields.filter(([field]) => field === name).map(([, value = '']) => value)
  const data = valuesOf('data').join('\n')
  if (!data) return undefined
  return { event: valuesOf('event')[0] ?? 'message', data: JSON.parse(data) as unknown }
}
