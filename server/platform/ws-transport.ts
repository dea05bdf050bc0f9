import type { ClientOptions, RawData, WebSocket } from 'ws'
import { type Transport, maxFrameBytes, protocolError } from './multiplexer.ts'

/** Options of both ends. Frames are small and often already compressed, so compression would only cost memory. */
export const frameSocketOptions = {
  perMessageDeflate: false,
  maxPayload: maxFrameBytes,
} satisfies ClientOptions

/**
 * Options of the end that dials. Masking protects proxies from what a web page sends, and costs half of the CPU time in
 * JavaScript. No proxy reads an encrypted connection or one on this machine, so there the mask is zero, which `ws` skips.
 */
export function dialOptions(url: string): ClientOptions {
  const { protocol, hostname } = new URL(url)
  const isUnseen = /^(https|wss):$/.test(protocol) || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  return { ...frameSocketOptions, ...(isUnseen && { generateMask: (mask: Buffer) => void mask.fill(0) }) }
}

/** Carries frames over a `ws` WebSocket, one per binary message. The service and `baton tunnel` use it. */
export function createWsTransport(ws: WebSocket): Transport {
  let drained: () => void = () => {}
  let closed: (code: number, reason: string) => void = () => {}
  // `ws` calls back once per message. The listener runs once per turn, after all messages of a batch.
  let isDrainQueued = false
  const onSent = (): void => {
    if (isDrainQueued) return
    isDrainQueued = true
    setImmediate(() => {
      isDrainQueued = false
      drained()
    })
  }
  // A failed socket also closes.
  ws.on('error', () => {})
  ws.on('close', (code: number, reason: Buffer) => closed(code, reason.toString()))
  return {
    send: (frame, sent) =>
      ws.send(frame, () => {
        sent()
        onSent()
      }),
    buffered: () => ws.bufferedAmount,
    onMessage: (listener) =>
      ws.on('message', (data: RawData, isBinary: boolean) => {
        if (isBinary) listener(data as Buffer)
        else ws.close(protocolError, 'Messages must be binary.')
      }),
    onDrain: (listener) => (drained = listener),
    onClose: (listener) => (closed = listener),
    close: (code, reason) => ws.close(code, cutReason(reason)),
  }
}

/** Cuts a reason to the size of a close frame (RFC 6455, section 5.5), between two characters. */
function cutReason(reason: string): string {
  return new TextDecoder().decode(Buffer.from(reason).subarray(0, 123), { stream: true })
}
