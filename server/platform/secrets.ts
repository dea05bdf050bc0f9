import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto'

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
