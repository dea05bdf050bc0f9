import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '../../test/partners/postgres.ts'
import { until } from '../../test/poll.ts'

const sshd = '/usr/sbin/sshd'

export interface SshTunnel {
  ports: number[]
  stop(): void
}

/** Opens `ssh -R` to an sshd of its own on loopback, for each target port. Undefined if openssh-server is missing. */
export async function openSshTunnel(targets: number[]): Promise<SshTunnel | undefined> {
  if (!fs.existsSync(sshd)) return undefined
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'baton-bench-ssh-'))
  const file = (name: string) => path.join(folder, name)
  for (const key of ['host', 'user'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file(key)])
  fs.copyFileSync(file('user.pub'), file('authorized_keys'))
  const port = await freePort()
  fs.writeFileSync(
    file('config'),
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${file('host')}`,
      `AuthorizedKeysFile ${file('authorized_keys')}`,
      'StrictModes no',
      'PasswordAuthentication no',
      'PidFile none',
      'AllowTcpForwarding yes',
      '',
    ].join('\n'),
  )
  // sshd of Debian needs this folder, which the service would create.
  fs.mkdirSync('/run/sshd', { recursive: true })
  const server = spawn(sshd, ['-D', '-f', file('config')], { stdio: 'ignore' })
  const ports = await Promise.all(targets.map(() => freePort()))
  const forwards = ports.flatMap((from, index) => ['-R', `127.0.0.1:${from}:127.0.0.1:${targets[index]}`])
  let client: ChildProcess | undefined
  const stop = () => {
    client?.kill()
    server.kill()
    fs.rmSync(folder, { recursive: true, force: true })
  }
  try {
    await until(() => connects(port))
    const options = [
      '-o',
      'StrictHostKeyChecking=no',
      '-o',
      `UserKnownHostsFile=${file('known')}`,
      '-o',
      'LogLevel=ERROR',
    ]
    client = spawn(
      'ssh',
      [
        '-N',
        '-p',
        String(port),
        '-i',
        file('user'),
        ...options,
        ...forwards,
        `${os.userInfo().username}@127.0.0.1`,
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
    for (const forwarded of ports) await until(() => connects(forwarded))
    return { ports, stop }
  } catch (error) {
    stop()
    throw error
  }
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
