import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { OperatorError } from './operator-error.ts'

/** Keys derived from SECRET_KEY, one for each purpose, so that none can be used for another purpose. */
export interface Secrets {
  encrypt(purpose: string, text: string): Buffer
  decrypt(purpose: string, sealed: Buffer): string
  /** The key that signs login sessions, the same on every node. */
  signingKey: ReturnType<typeof createPrivateKey>
  verifyingKey: ReturnType<typeof createPublicKey>
  /** A key for message authentication codes. */
  macKey(purpose: string): Buffer
}

export function secretsFrom(secretKey: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'baton', purpose, 32))
  const signingKey = ed25519(derive('sign login sessions'))
  return {
    signingKey,
    verifyingKey: createPublicKey(signingKey),
    macKey: (purpose) => derive(`mac ${purpose}`),
    encrypt(purpose, text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', derive(`encrypt ${purpose}`), nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    decrypt(purpose, sealed) {
      const key = derive(`encrypt ${purpose}`)
      // By default, Node also accepts shorter tags. A tag of four bytes can be guessed.
      const fullTag = { authTagLength: 16 }
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), fullTag)
      decipher.setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

// RFC 8410: an Ed25519 private key in PKCS #8 is this fixed prefix, followed by the 32 bytes of the seed.
function ed25519(seed: Buffer) {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
}

/**
 * Returns the secret key of an embedded instance. Creates the file with mode 600 at the first start. Rejects a start
 * without it once the database has data: a new key would end all login sessions and make stored secrets unreadable.
 */
export function secretKeyInFolder(folder: string, hasData: boolean): string {
  const file = path.join(folder, 'secret.key')
  if (!fs.existsSync(file)) {
    if (hasData) throw new OperatorError(`${path.resolve(file)} is missing. ${howToContinue}`)
    createKey(file)
  }
  const key = fs.readFileSync(file, 'utf8').trim()
  if (key.length < minKeyLength)
    throw new OperatorError(
      `${path.resolve(file)} is damaged: it has ${key.length} of at least ${minKeyLength} characters. ${howToContinue}`,
    )
  return key
}

const howToContinue =
  'Restore the file from a copy, or set SECRET_KEY to its content. If the key is lost, write a new one to the file: ' +
  '"openssl rand -base64 48". Then all users must sign in again, and the secrets of webhooks, repositories and ' +
  'integrations must be entered again.'

// The minimum of SECRET_KEY in config.ts.
const minKeyLength = 32

/** Writes the key under another name first, so that a full disk or a power cut leaves no half-written key. */
function createKey(file: string): void {
  const unfinished = `${file}.new`
  fs.writeFileSync(unfinished, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
  fs.renameSync(unfinished, file)
}
