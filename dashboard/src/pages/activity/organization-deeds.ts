/*
 * What people did to the organization, and to their own account, as the rest of a sentence that begins with who did it.
 * `{}` is what it is called.
 */
const sentences: Record<string, string> = {
  'user.registered': 'made an account',
  'user.verified': 'confirmed their e-mail address',
  'user.updated': 'changed their profile',
  'user.closed': 'asked for their account to be erased',
  'user.kept': 'keeps their account',
  'password.changed': 'chose a new password',
  'identity.connected': 'connected an account of another provider',
  'identity.disconnected': 'disconnected an account of another provider',
  'login.started': 'signed in',
  'login.ended': 'signed a device out',
  'passkey.added': 'added a passkey',
  'passkey.renamed': 'renamed a passkey',
  'passkey.deleted': 'removed a passkey',
  'preferences.updated': 'changed their preferences',
  'mcp_token.connected': 'called the first tool with the token {}',
  'mcp_token.created': 'made the token {}',
  'mcp_token.revoked': 'revoked the token {}',
  'api_key.created': 'made the API key {}',
  'api_key.revoked': 'revoked the API key {}',
  'integration.connected': 'connected {}',
  'integration.updated': 'changed the connection with {}',
  'integration.disconnected': 'disconnected {}',
  'invitation.sent': 'invited somebody',
  'invitation.resent': 'invited somebody again',
  'invitation.revoked': 'took an invitation back',
  'invitation.accepted': 'accepted an invitation',
  'invitation.declined': 'declined an invitation',
  'member.joined': 'joined the organization',
  'member.updated': 'gave {} another role',
  'member.removed': 'took {} out of the organization',
  'member.left': 'left the organization',
  'onboarding.advanced': 'came a step further with setting up',
  'onboarding.completed': 'has set things up',
  'organization.created': 'made the organization',
  'organization.updated': 'changed the organization',
  'organization.transferred': 'gave the organization to somebody else',
  'organization.switched': 'went to another organization',
  'sandbox.created': 'made the sandbox',
  'sandbox.wiped': 'emptied the sandbox',
  'team.switched': 'chose a team to work in',
  'workspace_project.added': 'added a project to a workspace',
  'workspace_project.removed': 'took a project out of a workspace',
  'workspace_folder.noted': 'noted where a workspace is on a device',
  'workspace_folder.removed': 'took a workspace off a device',
}

export function organizationDeed(type: string, item: string): string | undefined {
  return sentences[type]?.replace('{}', () => item)
}
