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

/** Everything that is derived from SECRET_KEY, each under a purpose of its own, so that no use can stand in for another. */
export interface Secrets {
  encrypt(purpose: string, text: string): Buffer
  decrypt(purpose: string, sealed: Buffer): string
  /** Signs login sessions; the same on every node. */
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
      // A shorter tag would be accepted, and one of four bytes is guessed sooner or later.
      const whole = { authTagLength: 16 }
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), whole)
      decipher.setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

/** On the embedded default the key is made at the first start and kept where only its owner can read it. */
export function secretKeyInFolder(folder: string): string {
  const file = path.join(folder, 'secret.key')
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    fs.writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return fs.readFileSync(file, 'utf8').trim()
}

// RFC 8410: an Ed25519 private key in PKCS #8 is this fixed beginning and the 32 bytes of the seed.
function ed25519(seed: Buffer) {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
}
