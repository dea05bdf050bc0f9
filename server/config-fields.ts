import { z } from 'zod'
import { isHost, isSafe, readSender, withoutSlash } from './config-formats.ts'

/* The kinds of values that variables have. */

export const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform(withoutSlash)
export const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true')
export const count = (least: number, most: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`)
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
)
/** A list of hosts, each with or without a port. */
export const hosts = (example: string) =>
  list
    .refine((all) => all.every(isHost), `must list hosts such as ${example} or 10.0.0.7:8080`)
    .transform((all) => all.map((host) => host.toLowerCase()))
    .default([])

export const sender = z
  .string()
  .refine((value) => readSender(value), 'must be an address such as Baton <baton@example.com>')
  .transform((value) => readSender(value)!)
// A server that identifies users is called over TLS, or on this machine.
export const provider = z
  .url({ protocol: /^https?$/, error: 'must be an https address' })
  .refine(isSafe, 'must be an https address: http is accepted only for this machine')
export const word = z.string().max(1000)
