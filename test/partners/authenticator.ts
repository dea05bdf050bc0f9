import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { InputOf, OutputOf } from '../../server/assembly/client.ts'
import type { Person, TestServer } from '../harness.ts'

/**
 * A software authenticator with a minimal browser. It creates passkeys and signs with them as WebAuthn specifies, and
 * falsifies any field on request.
 */
export interface Authenticator {
  credentialId: string
  /** The signature counter that it reports. */
  counter: number
  create(options: OutputOf<'passkeys.beginRegistration'>, overrides?: Overrides): CreatedCredential
  get(options: OutputOf<'passkeys.beginAuthentication'>, overrides?: Overrides): UsedCredential
}

export interface Overrides {
  origin?: string
  rpId?: string
  type?: string
  challenge?: string
  credentialId?: string
  userVerified?: boolean
  userPresent?: boolean
  userHandle?: string | null
  algorithm?: number
  attestation?: string
}

type CreatedCredential = InputOf<'passkeys.finishRegistration'>['response']
type UsedCredential = InputOf<'passkeys.finishAuthentication'>['response']

export function createAuthenticator(origin: string, { counts = true } = {}): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  let userHandle: string | undefined

  function clientData(type: string, challenge: string, overrides: Overrides): Buffer {
    const data = {
      type: overrides.type ?? type,
      challenge: overrides.challenge ?? challenge,
      origin: overrides.origin ?? origin,
      crossOrigin: false,
    }
    return Buffer.from(JSON.stringify(data))
  }

  function signed(data: Buffer, client: Buffer): Buffer {
    return sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
  }

  return {
    credentialId: base64url(randomBytes(16)),
    counter: 0,
    create({ challenge, rp, user }, overrides = {}) {
      userHandle = user.id
      const id = overrides.credentialId ?? this.credentialId
      const credentialId = Buffer.from(id, 'base64url')
      // https://www.rfc-editor.org/rfc/rfc9053#section-7.1: kty EC2, alg, crv P-256, x, y
      const key = new Map<number, CborValue>([
        [1, 2],
        [3, overrides.algorithm ?? -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ])
      const attested = [Buffer.alloc(16), uint(credentialId.length, 2), credentialId, cbor(key)]
      const authData = authenticatorData(rp.id, this.counter, overrides, Buffer.concat(attested))
      const client = clientData('webauthn.create', challenge, overrides)
      const statement = new Map<string, CborValue>()
      if (overrides.attestation === 'packed') statement.set('alg', -7).set('sig', signed(authData, client))
      const attestation = new Map<string, CborValue>([
        ['fmt', overrides.attestation ?? 'none'],
        ['attStmt', statement],
        ['authData', authData],
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          attestationObject: base64url(cbor(attestation)),
          transports: ['internal'],
        },
      }
    },
    get({ challenge, rpId }, overrides = {}) {
      if (counts) this.counter++
      const id = overrides.credentialId ?? this.credentialId
      const data = authenticatorData(rpId, this.counter, overrides)
      const client = clientData('webauthn.get', challenge, overrides)
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signed(data, client)),
          userHandle: overrides.userHandle === undefined ? userHandle : overrides.userHandle,
        },
      }
    },
  }
}

/** Adds a passkey for a user, and returns it with its authenticator. */
export async function addPasskey(server: TestServer, person: Person, { counts = true } = {}) {
  const authenticator = createAuthenticator(new URL(server.app.config.APP_URL).origin, { counts })
  const options = await person.call('passkeys.beginRegistration', {})
  const passkey = await person.call('passkeys.finishRegistration', {
    response: authenticator.create(options),
  })
  return { passkey, authenticator }
}

/** https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data */
function authenticatorData(rpId: string, counter: number, overrides: Overrides, attested?: Buffer): Buffer {
  const { userPresent = true, userVerified = true } = overrides
  const flags = (userPresent ? 0x01 : 0) | (userVerified ? 0x04 : 0) | (attested ? 0x40 : 0)
  const parts = [
    sha256(overrides.rpId ?? rpId),
    uint(flags, 1),
    uint(counter, 4),
    attested ?? Buffer.alloc(0),
  ]
  return Buffer.concat(parts)
}

type CborValue = number | string | Buffer | Map<number | string, CborValue>

/** Encodes the parts of CBOR (RFC 8949) that a passkey needs: integers, bytes, text and maps. */
function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([cborHead(3, value.length), Buffer.from(value)])
  return Buffer.concat([cborHead(5, value.size), ...[...value].flat().map(cbor)])
}

function cborHead(kind: number, length: number): Buffer {
  const [size, code] = length < 24 ? [0, length] : length < 256 ? [1, 24] : [2, 25]
  return Buffer.concat([uint((kind << 5) | code, 1), size ? uint(length, size) : Buffer.alloc(0)])
}

function uint(value: number, size: number): Buffer {
  const bytes = Buffer.alloc(size)
  bytes.writeUIntBE(value, 0, size)
  return bytes
}

function sha256(bytes: Buffer | string): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function base64url(bytes: Buffer): string {
  return bytes.toString('base64url')
}
