import { generateKeyPairSync, sign } from 'node:crypto'

/** Creates a self-signed certificate for a host name, valid for a day. For clients that only use TLS. */
export function createCertificate(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const who = sequence(set(sequence(oid('550403'), tagged(0x0c, Buffer.from(name)))))
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
  const names = sequence(oid('551d11'), tagged(0x04, sequence(tagged(0x82, Buffer.from(name)))))
  const signed = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    who,
    sequence(utcTime(-3_600_000), utcTime(86_400_000)),
    who,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(names)),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', signed, privateKey)])
  const der = sequence(signed, ecdsaWithSha256, tagged(0x03, signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => tagged(0x30, Buffer.concat(parts))
const set = (...parts: Buffer[]) => tagged(0x31, Buffer.concat(parts))
const oid = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))

function utcTime(fromNow: number): Buffer {
  const digits = new Date(Date.now() + fromNow).toISOString().replace(/\D/g, '')
  return tagged(0x17, Buffer.from(`${digits.slice(2, 14)}Z`))
}
