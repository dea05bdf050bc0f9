/** An event that a server sends before its response is complete: https://html.spec.whatwg.org/#server-sent-events */
export interface ServerSentEvent {
  event: string
  data: unknown
}

/**
 * Requests a streamed response and reports each event. The data of the event `last` becomes the response, so that the
 * caller sees an ordinary one.
 */
export function fetchWithEvents(last: string, onEvent: (event: ServerSentEvent) => void): typeof fetch {
  return async (url, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('Accept', 'text/event-stream, application/json')
    const response = await fetch(url, { ...init, headers, cache: 'no-store' })
    const streamed = response.headers.get('Content-Type')?.startsWith('text/event-stream')
    if (!streamed || !response.body) return response
    let rest = ''
    for await (const text of decodeText(response.body)) {
      const blocks = `${rest}${text}`.split(/\r?\n\r?\n/)
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parseEvent(block)
        if (!event) continue
        if (event.event === last) return new Response(JSON.stringify(event.data))
        onEvent(event)
      }
    }
    throw new TypeError('The response ended early.')
  }
}

async function* decodeText(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

function parseEvent(block: string): ServerSentEvent | undefined {
  const fields = block.split(/\r?\n/).map((line) => /^(\w+): ?(.*)$/.exec(line)?.slice(1) ?? [])
  const valuesOf = (name: string) => fields.filter(([field]) => field === name).map(([, value = '']) => value)
  const data = valuesOf('data').join('\n')
  if (!data) return undefined
  return { event: valuesOf('event')[0] ?? 'message', data: JSON.parse(data) as unknown }
}
