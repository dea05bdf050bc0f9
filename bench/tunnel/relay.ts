import net from 'node:net'

/** A plain TCP relay: connects each client to the target port and copies bytes, with the backpressure of `pipe`. */
const targets = JSON.parse(process.env.OPTIONS!) as number[]

const ports = await Promise.all(
  targets.map(
    (target) =>
      new Promise<number>((resolve) => {
        const relay = net.createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
          const machine = net.connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
          for (const [from, to] of [
            [client, machine],
            [machine, client],
          ] as const)
            from.on('error', () => to.destroy()).pipe(to)
        })
        relay.listen(0, '127.0.0.1', () => resolve((relay.address() as net.AddressInfo).port))
      }),
  ),
)
process.send!(ports)
