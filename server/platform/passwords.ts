import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import os from 'node:os'
import { promisify } from 'node:util'
import { createLine } from './line.ts'

const hash = promisify(argon2)

/** The cost of one hash: memory in KiB, and passes over it. */
export interface PasswordCost {
  memory: number
  passes: number
}

// OWASP's argon2id setting: 19 MiB, two passes, one lane.
const owasp: PasswordCost = { memory: 19_456, passes: 2 }
const fixed = { parallelism: 1, tagLength: 32 }

// Each hash occupies a core. Leaves one core for all other work; further hashes wait.
const limited = createLine(Math.max(1, os.availableParallelism() - 1))

/** Returns the hash in PHC format, `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`, which includes its parameters. */
export async function hashPassword(password: string, cost: PasswordCost = owasp): Promise<string> {
  const salt = randomBytes(16)
  const tag = await limited(() => hash('argon2id', { ...cost, ...fixed, message: password, nonce: salt }))
  return format(cost, salt, tag)
}

/**
 * Verifies a password. Without a stored hash it takes the same time, so that timing doesn't reveal unknown accounts.
 */
export async function verifyPassword(password: string, storedHash: string | null): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(storedHash ?? decoy)
  if (!parts) return false
  const [, memory, passes, parallelism, salt, tag] = parts
  const expected = Buffer.from(tag!, 'base64')
  const actual = await limited(() =>
    hash('argon2id', {
      message: password,
      nonce: Buffer.from(salt!, 'base64'),
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: expected.length,
    }),
  )
  return timingSafeEqual(actual, expected) && storedHash !== null
}

const decoy = format(owasp, randomBytes(16), randomBytes(fixed.tagLength))

function format({ memory, passes }: PasswordCost, salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${fixed.parallelism}$${encode(salt)}$${encode(tag)}`
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
