import dns from 'node:dns'
import net from 'node:net'

/*
 * Loaded before a server (`node --import`). Any connection beyond this machine ends the process, because a thrown error
 * could be caught and overlooked.
 */
const here = /^(localhost|::1|127(\.\d+){3})$/

function exitForNetwork(host: string): never {
  process.stderr.write(`reached for the network: ${host}\n`)
  process.exit(97)
}

const connect = net.Socket.prototype.connect
net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
  // Node wraps its own arguments in an array.
  const [first] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args
  const { host, path } = (typeof first === 'object' ? first : { host: args[1] }) as {
    host?: string
    path?: string
  }
  if (!path && host !== undefined && !here.test(host)) exitForNetwork(host)
  return connect.apply(this, args as never)
}

for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6'] as const) {
  const original = dns[name] as (...args: unknown[]) => unknown
  Object.assign(dns, {
    [name]: (host: string, ...rest: unknown[]) =>
      here.test(host) ? original(host, ...rest) : exitForNetwork(host),
  })
}
