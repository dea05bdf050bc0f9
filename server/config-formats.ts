import { isIP } from 'node:net'
import { z } from 'zod'

/* Parsers and checks for the values of environment variables. */

/** Parses `Name <address>`, or an address alone. */
function readSender(text: string): { name: string; address: string } | undefined {
  const whole = text.includes('<') ? text : `<${text}>`
  const [, name, address] = /^"?([^"<>\r\n]*?)"? *<([^\s<>@,;]+@[^\s<>@,;]+)>$/.exec(whole) ?? []
  return name === undefined || address === undefined ? undefined : { name, address }
}

export function mailDomain(appUrl: string): string {
  const { hostname } = new URL(appUrl)
  return hostname.startsWith('[') || isIP(hostname) ? 'localhost' : hostname
}

export function isSafe(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || /^(localhost|\[::1\]|127(\.\d+){3})$/.test(url?.hostname ?? '')
}

export function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}

/** Accepts the part of an email address after the @, such as example.com. */
export function isEmailDomain(text: string): boolean {
  return /^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i.test(text)
}

/** Accepts `host` or `host:port` in the spelling of a URL. */
function isHost(text: string): boolean {
  const url = /^[\w.:[\]-]+$/.test(text) ? URL.parse(`http://${text}`) : null
  const [, port] = /:(\d+)$/.exec(text) ?? []
  const withoutPort = port === undefined ? text : text.slice(0, -port.length - 1)
  return url?.hostname === withoutPort.toLowerCase() && (port === undefined || Number(port) <= 65535)
}

export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const family = isIP(address)
  const maxPrefix = family === 6 ? 128 : 32
  return (
    family !== 0 &&
    more.length === 0 &&
    (prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= maxPrefix))
  )
}

export function withoutSlash(value: string): string {
  return value.replace(/\/+$/, '')
}

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
