import { z } from 'zod'
import { isHost, isSafe, readSender, withoutSlash } from './config-formats.ts'

/* Schemas for the values of environment variables. */

export const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform(withoutSlash)
export const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true')
export const count = (min: number, max: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
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
  .refine((value) => readSender(value), 'must be an email address such as Baton <baton@example.com>')
  .transform((value) => readSender(value)!)
// A server that identifies users must use TLS or run on this machine.
export const provider = z
  .url({ protocol: /^https?$/, error: 'must be an https URL' })
  .refine(isSafe, 'must be an https URL: http is accepted only for this machine')
export const word = z.string().max(1000)
