import { type MuxStream, splice } from '../../platform/mux-stream.ts'

const maxQueuedBytes = 4 * 1024 * 1024

/**
 * Connects a client's stream to one of a machine. Credit goes from reader to writer, so a slow reader stops its sender. A
 * reader that grants much more credit than it reads is reset, because its data would fill the memory of this node.
 * `passed` runs after each chunk for the client.
 */
export function spliceWithin(client: MuxStream, machine: MuxStream, passed: () => void = () => {}): void {
  splice(client, machine)
  pass(client, machine, () => {})
  pass(machine, client, passed)
}

function pass(from: MuxStream, to: MuxStream, passed: () => void): void {
  from.onData((chunk) => {
    to.write(chunk)
    if (to.queuedBytes > maxQueuedBytes) {
      to.reset('too_slow', 'This end granted more than it reads.')
      from.reset('too_slow', 'The other end reads too slowly.')
    }
    passed()
  })
}
