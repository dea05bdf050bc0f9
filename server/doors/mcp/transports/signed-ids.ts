import { type KeyObject, createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../../platform/secrets.ts'

/**
 * The ids that clients of MCP are given for streams and sessions: random, and signed, so that what we never gave out is
 * turned away without asking anybody. Behind the door, and to other nodes, they are known by their first part alone.
 * An id opens nothing by itself: every message has to come with the credential that the id was made for.
 */
export class SignedIds {
  // As bytes it would be made into this for every message, which costs more than the rest.
  readonly #key: KeyObject

  constructor(secrets: Secrets) {
    this.#key = createSecretKey(secrets.macKey('mcp sessions'))
  }

  make(beginning = ''): { id: string; signed: string } {
    const id = beginning + randomBytes(18).toString('base64url')
    return { id, signed: this.sign(id) }
  }

  sign(id: string): string {
    return `${id}.${this.#mac(id)}`
  }

  /** The id, if it is one of ours. */
  read(signed: string): string | undefined {
    const [id = '', mac = ''] = signed.split('.', 2)
    const expected = Buffer.from(this.#mac(id))
    const given = Buffer.from(mac)
    return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined
  }

  #mac(id: string): string {
    return createHmac('sha256', this.#key).update(id).digest('base64url').slice(0, 22)
  }
}
