import { isIP } from 'node:net'

/* Parsers and checks for the values of environment variables. */

/** Parses `Name <address>`, or an address alone. */
export function readSender(text: string): { name: string; address: string } | undefined {
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
export function isHost(text: string): boolean {
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
