import { type KeyObject, createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../../platform/secrets.ts'

/**
 * Creates the random, signed ids of streams and sessions for MCP clients. The signature lets a node reject forged ids
 * without a query. Inside the server, and between nodes, only the part before the signature is used. An id grants no
 * access: every message also needs the credential that the id was created for.
 */
export class SignedIds {
  // A key object, because converting bytes for every message costs more than the signature.
  readonly #key: KeyObject

  constructor(secrets: Secrets) {
    this.#key = createSecretKey(secrets.macKey('mcp sessions'))
  }

  make(prefix = ''): { id: string; signed: string } {
    const id = prefix + randomBytes(18).toString('base64url')
    return { id, signed: this.sign(id) }
  }

  sign(id: string): string {
    return `${id}.${this.#mac(id)}`
  }

  /** Returns the id, or undefined if the signature is not valid. */
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
