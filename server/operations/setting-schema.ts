import { z } from 'zod'
import type { Config } from '../config.ts'
import {
  type RegistrationMode,
  type SecondFactorMode,
  registrationModes,
  secondFactorModes,
} from '../config-choices.ts'
import { isEmailDomain } from '../config-formats.ts'
import { providerIds } from './sign-in-provider.ts'

/** The groups of settings, in the order in which the dashboard shows them. */
export const settingGroups = ['general', 'sign_in', 'legal', 'features', 'limits'] as const

/** The controls with which a form edits the value of a setting. */
export const settingControls = [
  'text',
  'email',
  'url',
  'color',
  'number',
  'switch',
  'choice',
  'choices',
  'list',
] as const

/** A setting of the instance. Its environment variable, where it has one, takes precedence over the database. */
interface Setting<Value> {
  group: (typeof settingGroups)[number]
  title: string
  description: string
  control: (typeof settingControls)[number]
  /** The allowed values of a choice, with their labels. */
  options?: Readonly<Record<string, string>>
  value: z.ZodType<Value>
  fallback: Value
  variable?: keyof Config
  /** Whether everyone can read it at `/api/public/settings/:key`. */
  public: boolean
}

export const signInMethodNames = ['password', 'magic_link', 'code', 'passkey', ...providerIds] as const
export type OfferedMethod = (typeof signInMethodNames)[number]

const maxRequests = 1_000_000
const requestLimit = z
  .int(`Enter a whole number from 1 to ${maxRequests.toLocaleString('en')}.`)
  .min(1, 'Enter at least 1.')
  .max(maxRequests, `Enter at most ${maxRequests.toLocaleString('en')}.`)
const emailDomain = z.string().trim().toLowerCase().refine(isEmailDomain, 'Use domains such as example.com.')
const webUrl = z.union([
  z.literal(''),
  z.url({ protocol: /^https?$/, hostname: /./, error: 'Enter an http or https URL.' }).max(500),
])

/** The settings that an administrator can change, by their keys. */
export const settings = {
  'instance.name': setting({
    group: 'general',
    title: 'Name',
    description: 'The name of this instance on its pages and in its emails.',
    control: 'text',
    value: z.string().trim().min(1, 'Enter a name.').max(100, 'Enter at most 100 characters.'),
    fallback: 'Baton',
    public: true,
  }),
  'instance.color': setting({
    group: 'general',
    title: 'Theme color',
    description: 'The color of buttons and links, such as #0f766e. Shades are adjusted to stay readable.',
    control: 'color',
    value: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^(#[\da-f]{6})?$/, 'Enter a color such as #0f766e.'),
    fallback: '',
    public: true,
  }),
  'instance.support_email': setting({
    group: 'general',
    title: 'Support email address',
    description: 'Receives the messages of the contact form, and is shown on the sign-in page.',
    control: 'email',
    value: z.union([z.literal(''), z.email('Enter an email address.').max(254)]),
    fallback: '',
    public: true,
  }),
  'registration.mode': setting<RegistrationMode>({
    group: 'sign_in',
    title: 'Registration',
    description: 'Who can create an account.',
    control: 'choice',
    options: { open: 'Everyone', invitation: 'Invited people', closed: 'No one' },
    value: z.enum(registrationModes),
    fallback: 'open',
    variable: 'REGISTRATION',
    public: true,
  }),
  'registration.domains': setting({
    group: 'sign_in',
    title: 'Allowed email domains',
    description: 'Domains of new accounts, such as example.com. Empty allows every domain.',
    control: 'list',
    value: z.array(emailDomain).max(100, 'Enter at most 100 domains.'),
    fallback: [],
    variable: 'REGISTRATION_DOMAINS',
    public: true,
  }),
  'sign_in.methods': setting<OfferedMethod[]>({
    group: 'sign_in',
    title: 'Sign-in methods',
    description:
      'The methods that this instance accepts. Without passwords, new people sign up with a provider. Tokens of an external auth backend always work.',
    control: 'choices',
    options: {
      password: 'Password',
      magic_link: 'Link by email',
      code: 'Code by email',
      passkey: 'Passkey',
      github: 'GitHub',
      google: 'Google',
      gitlab: 'GitLab',
    },
    value: z
      .array(z.enum(signInMethodNames))
      .min(1, 'Choose at least one sign-in method.')
      .max(signInMethodNames.length)
      .transform((chosen) => signInMethodNames.filter((method) => chosen.includes(method))),
    fallback: [...signInMethodNames],
    public: true,
  }),
  'second_factor.mode': setting<SecondFactorMode>({
    group: 'sign_in',
    title: 'Second factor',
    description: 'Whether all people need a second factor to sign in, or each decides.',
    control: 'choice',
    options: { optional: 'Each person decides', required: 'Required for everyone' },
    value: z.enum(secondFactorModes),
    fallback: 'optional',
    variable: 'SECOND_FACTOR',
    public: true,
  }),
  'admin.show_codes': setting({
    group: 'sign_in',
    title: 'Administrators can view sign-in codes',
    description:
      'Helps people whose email is late. Baton notifies them each time. If off, codes are stored as hashes only.',
    control: 'switch',
    value: z.boolean(),
    fallback: true,
    public: false,
  }),
  'legal.terms_url': legalLink('Terms', 'The URL of your terms of service.'),
  'legal.privacy_url': legalLink('Privacy policy', 'The URL of your privacy policy.'),
  'legal.imprint_url': legalLink('Imprint', 'The URL of your imprint, which some countries require.'),
  'features.contact': feature('Contact form', 'Whether everyone can send a message at /contact.', false),
  'features.marketplace': feature(
    'Marketplace',
    'Whether people can publish skills, agents and workflows for everyone, and add those of others.',
    true,
  ),
  'features.community': feature(
    'Community posts',
    'Whether people with an account can read and write posts at /community.',
    true,
  ),
  'limits.sign_in': limit(
    'Sign-in attempts',
    'Attempts per minute, for each client network and each account.',
    10,
    'RATE_LIMIT_SIGN_IN',
  ),
  'limits.api': limit('API requests', 'HTTP requests per minute for each credential.', 600, 'RATE_LIMIT_API'),
  'limits.mcp': limit('MCP messages', 'MCP messages per minute for each token.', 1200, 'RATE_LIMIT_MCP'),
  'limits.community_posts': limit('Community posts', 'New posts per hour for each person.', 10),
  'limits.community_reports': limit('Community reports', 'Reported posts per hour for each person.', 20),
}

export type SettingKey = keyof typeof settings
export type ValueOf<Key extends SettingKey> = z.output<(typeof settings)[Key]['value']>
export const settingKeys = Object.keys(settings) as [SettingKey, ...SettingKey[]]

export function declarationOf(key: SettingKey): Setting<unknown> {
  return settings[key]
}

function setting<Value>(declared: Setting<Value>): Setting<Value> {
  return declared
}

function legalLink(title: string, description: string): Setting<string> {
  const hint = `${description} Empty shows no link.`
  return {
    group: 'legal',
    title,
    description: hint,
    control: 'url',
    value: webUrl,
    fallback: '',
    public: true,
  }
}

function feature(title: string, description: string, fallback: boolean): Setting<boolean> {
  return {
    group: 'features',
    title,
    description,
    control: 'switch',
    value: z.boolean(),
    fallback,
    public: true,
  }
}

function limit(
  title: string,
  description: string,
  fallback: number,
  variable?: keyof Config,
): Setting<number> {
  return {
    group: 'limits',
    title,
    description,
    control: 'number',
    value: requestLimit,
    fallback,
    ...(variable && { variable }),
    // Attackers would learn how far they can go.
    public: false,
  }
}
