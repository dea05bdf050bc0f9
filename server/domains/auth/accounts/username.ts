import { z } from 'zod'
import { newId } from '../../../platform/ids.ts'
import { toSlug } from '../../../platform/names.ts'

/** The name in URLs and mentions. Rejects names that could be mistaken for the service itself. */
export const username = z
  .string()
  .trim()
  .toLowerCase()
  .min(3)
  .max(40)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use letters and digits, separated by single hyphens.')
  .refine((name) => !isReserved(name), 'This name is reserved. Choose another.')
  .describe('Name in public URLs: 3 to 40 letters, digits and hyphens.')

/** Generates usernames from an email address. A new user gets the first one that is free. */
export function* usernamesFor(address: string): Generator<string> {
  const base = toSlug(address.split('@')[0]!).slice(0, 34).replace(/-$/, '') || 'user'
  if (base.length >= 3 && !isReserved(base)) yield base
  for (let attempt = 0; attempt < 20; attempt++) yield `${base}-${newId().slice(-5)}`
}

/** The username prefix of erased accounts. It is reserved for them. */
export const erasedPrefix = 'deleted-'

function isReserved(name: string): boolean {
  return reserved.has(name) || name.startsWith(erasedPrefix)
}

const reserved = new Set([
  'about',
  'abuse',
  'account',
  'accounts',
  'activity',
  'admin',
  'administrator',
  'agent',
  'agents',
  'api',
  'auth',
  'baton',
  'billing',
  'connect',
  'contact',
  'dashboard',
  'deleted',
  'device',
  'docs',
  'everyone',
  'health',
  'help',
  'here',
  'images',
  'info',
  'login',
  'logout',
  'mail',
  'mcp',
  'metrics',
  'moderator',
  'new',
  'nobody',
  'notes',
  'null',
  'oauth',
  'official',
  'postmaster',
  'projects',
  'public',
  'register',
  'root',
  'search',
  'security',
  'settings',
  'sign-in',
  'skills',
  'sign-up',
  'signin',
  'signup',
  'staff',
  'static',
  'status',
  'support',
  'system',
  'tasks',
  'team',
  'teams',
  'undefined',
  'user',
  'users',
  'webmaster',
  'www',
])
